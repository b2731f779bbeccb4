import { expect, test } from "bun:test";
import { readPacked } from "../../insights/train/corpus.ts";
import type { Claims } from "../../insights/train/corpus-lines.ts";
import { analysesOf, demoReviews, insightsOf } from "./clinic.ts";

const document = insightsOf(demoReviews);

test("aspects of the demonstration: reviews, positive, negative, mixed, score and its interval", () => {
  expect(
    document.aspects.map(({ id, mention_count, positive_count, negative_count, mixed_count, score, ci95 }) =>
      [id, mention_count, positive_count, negative_count, mixed_count, score, ...(ci95 ?? [])].join(" "),
    ),
  ).toEqual([
    "results 95 90 3 2 0.916 0.793 0.967",
    "care 62 50 9 3 0.661 0.437 0.808",
    "billing 37 10 27 0 -0.459 -0.692 -0.14",
    "expertise 36 34 2 0 0.889 0.637 0.969",
    "punctuality 28 10 17 1 -0.25 -0.558 0.118",
    "communication 26 16 9 1 0.269 -0.113 0.582",
    "scheduling 17 9 7 0 0.118 -0.331 0.523",
    "facility 15 6 7 2 -0.067 -0.504 0.398",
    "front_desk 12 2 10 0 -0.667 -0.906 -0.104",
  ]);
});

const labels = new Map(
  (await Array.fromAsync(readPacked<Claims>("demonstration"))).map(({ review_id, says }) => [review_id, says] as const),
);

test("of the claims about the demonstration, these are wrong: fewer than 8 %", () => {
  const claims = [...analysesOf(demoReviews)].flatMap(([id, { aspects }]) => {
    const says = labels.get(id);
    return says ? aspects.map(({ aspect, sentiment }) => ({ id, aspect, sentiment, says: says[aspect] ?? [] })) : [];
  });
  const wrong = claims.filter(({ sentiment, says }) => !says.includes(sentiment));
  expect(claims.length).toBe(328);
  // A change that makes one of these right, or others wrong, changes insights/model-card.md too.
  expect(wrong.map(({ id, aspect, sentiment }) => `${id.slice(0, 6)} ${aspect} ${sentiment}`)).toEqual([
    "G4GY6J expertise positive",
    "MVME84 communication positive",
    "70SZXD billing positive",
    "87ZZGA results mixed",
    "FE6MKW front_desk negative",
    "4ACZAR scheduling neutral",
    "JQZTX8 punctuality negative",
    "T6B1G5 facility negative",
    "K8ZQFM facility negative",
    "VVGA93 care positive",
    "VVGA93 scheduling positive",
    "EDWSZ5 billing positive",
  ]);
  expect(wrong.length / claims.length).toBeLessThan(0.08);
});

test("trends of the demonstration: months, reviews, score, score before, significant", () => {
  expect(
    document.aspects.map(({ id, trend }) =>
      [id, trend?.window_months, trend?.n, trend?.score, trend?.previous_score, trend?.significant].join(" "),
    ),
  ).toEqual([
    "results 6 32 0.955 1 false",
    "care 6 13 0.714 0.667 false",
    "billing 6 12 -0.333 -0.333 false",
    "expertise 12 14 1 1 false",
    "punctuality 24 28 0.4 -1 true",
    "communication 12 12 0.143 0.4 false",
    "scheduling 24 17 0.25 -0.2 false",
    "facility 24 15 -0.333 0.111 false",
    "front_desk     ",
  ]);
  expect(document.temporal.trend).toBe("steady");
});

test("people, services and areas of the demonstration: reviews, positive, negative", () => {
  const { technicians, services, service_areas } = document.entities;
  const lines = [...technicians, ...services.slice(0, 4), ...service_areas.slice(0, 2)].map(
    ({ id, mention_count, positive_count, negative_count }) =>
      [id, mention_count, positive_count, negative_count].join(" "),
  );
  expect(lines).toEqual([
    "obinna-okafor 17 16 0",
    "priya-raman 16 14 0",
    "marcus-teller 12 12 0",
    "rosalia-montes 12 12 0",
    "benjamin-achterberg 9 8 0",
    "katherine-lindqvist 8 8 0",
    "post-surgical-rehab 9 5 3",
    "initial-evaluation 7 5 1",
    "aquatic-therapy 6 5 1",
    "dry-needling 6 3 3",
    "sable-point 3 3 0",
    "dunmore-flats 2 1 0",
  ]);
});

test("strengths and concerns of the demonstration are of all time, and tell what changed", () => {
  expect(document.window).toEqual({ from: null, to: "2026-10-30", review_count: 217, text_count: 188 });
  expect(document.strengths).toEqual([
    "Results and recovery: 90 of 95 reviews positive",
    "Care and attention: 50 of 62 reviews positive",
    "Skill and knowledge: 34 of 36 reviews positive",
  ]);
  expect(document.concerns.slice(0, 2)).toEqual([
    "Cost and insurance: 27 of 37 reviews critical",
    "Waiting on the day: 17 of 28 reviews critical; all 13 before November 2024, 4 of 15 since",
  ]);
  expect(document.pull_quote).toBe("Everyone says good morning to you by name.");
});

test("the headline and the summary of the demonstration", () => {
  expect(document.headline).toBe("Praised for results and recovery, criticized for cost and insurance");
  expect(document.summary).toBe(
    "217 reviews give Harborline Physical Therapy 4.1 of 5 stars on average. People praise results and recovery most: 90 of the 95 reviews that mention it do; one says, “No more shooting pain, no more sleeping in the recliner.” They complain most about cost and insurance: 27 of 37 reviews; one says, “Charged my card on file $260 without asking.” Complaints about waiting on the day have become rarer since November 2024. A program counted this.",
  );
});

test("the FAQ of the demonstration answers what patients ask, and names its sources", () => {
  const sources = new Map(document.faq.map(({ id, source }) => [id, source]));
  expect(sources.get("hours")).toBe("profile");
  expect(sources.get("first-visit")).toBe("profile");
  // An address alone does not answer, and only two reviews speak of parking and access.
  expect(sources.has("parking-and-access")).toBe(false);
  for (const id of [
    "same-therapist",
    "time-with-therapist",
    "how-many-visits",
    "about-billing",
    "about-punctuality",
    "condition-hip",
    "condition-shoulder",
  ]) {
    expect([id, sources.get(id)]).toEqual([id, "template"]);
  }
  expect(document.faq.find(({ id }) => id === "hours")?.answer).toStartWith(
    "Open Monday to Thursday 07:00 to 19:00, Friday 07:00 to 17:00, Saturday 08:00 to 12:00.",
  );
  expect(document.languages).toEqual({ en: 170, es: 12, fr: 6 });
});
