import type { ClinicFacts } from "../../pages/developers/clinic-facts.ts";
import { renderSecurityTxt } from "../../render/security-txt.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import type { Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import { RELEASED_AT } from "../../version.ts";
import type { SnapshotData } from "../snapshot-data.ts";
import { siteOf } from "./draft.ts";

/** How many of the oldest reviews are searched for a text. If none of these has one, the business has few texts. */
const LOOKED_AT = 50;

/** The name that most reviews mention. The result is the same in every build. */
function mostMentioned(list: { id: string; name: string }[], postings: ReadonlyMap<string, Postings>): string | null {
  const counted = list.map(({ id, name }) => ({ name, count: postings.get(id)?.length ?? 0 }));
  const most = counted.reduce((best, one) => (one.count > best.count ? one : best), { name: "", count: 0 });
  return most.count > 0 ? most.name : null;
}

/** An old review, because it rarely changes. Most imports therefore leave these pages unchanged. */
function oldReview(index: ReviewIndex): string | null {
  const length = Math.min(LOOKED_AT, index.count);
  const oldest = Array.from({ length }, (_, i) => reviewAt(index, index.count - 1 - i));
  return (oldest.find(({ text }) => text !== null) ?? oldest[0])?.id ?? null;
}

function clinicFacts(dataset: SnapshotData, insights: boolean): ClinicFacts {
  const { reviews, profile, base_url, business } = dataset;
  const newest = reviews.count === 0 ? null : reviewAt(reviews, 0);
  return {
    review_id: oldReview(reviews),
    since: `${newest?.date.slice(0, 7) ?? "2024-01"}-01`,
    technician: mostMentioned(
      profile?.technicians.filter((technician) => technician.insights) ?? [],
      reviews.by_technician,
    ),
    service: mostMentioned(profile?.services ?? [], reviews.by_service),
    insights,
    security_txt: renderSecurityTxt(base_url, business, RELEASED_AT) !== null,
  };
}

/** The facts for the examples on the pages for developers. `examples_of` is all of them as one text, for comparison. */
export type ExampleFacts = { facts: ClinicFacts; examples_of: string };

export function exampleFacts(dataset: SnapshotData, insights: boolean): ExampleFacts {
  const { base_url, demonstration, business } = dataset;
  const facts = clinicFacts(dataset, insights);
  return { facts, examples_of: JSON.stringify([siteOf(dataset), facts, base_url, demonstration, business]) };
}
