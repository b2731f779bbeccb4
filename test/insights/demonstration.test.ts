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
    "results 92 88 2 2 0.935 0.817 0.978",
    "care 55 43 9 3 0.618 0.373 0.783",
    "billing 36 10 26 0 -0.444 -0.683 -0.12",
    "expertise 33 31 2 0 0.879 0.608 0.966",
    "punctuality 26 9 16 1 -0.269 -0.582 0.113",
    "communication 24 14 9 1 0.208 -0.185 0.544",
    "scheduling 17 9 7 0 0.118 -0.331 0.523",
    "facility 15 6 7 2 -0.067 -0.504 0.398",
    "front_desk 11 2 9 0 -0.636 -0.897 -0.046",
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
  expect(claims.length).toBe(309);
  // A change that makes one of these right, or others wrong, changes insights/model-card.md too.
  expect(wrong.map(({ id, aspect, sentiment }) => `${id.slice(0, 6)} ${aspect} ${sentiment}`)).toEqual([
    "G4GY6J expertise positive",
    "MVME84 communication positive",
    "70SZXD billing positive",
    "87ZZGA results mixed",
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
    "care 12 22 0.556 0.615 false",
    "billing 6 12 -0.333 -0.333 false",
    "expertise 12 13 1 1 false",
    "punctuality 24 26 0.357 -1 true",
    "communication 12 12 0.143 0.4 false",
    "scheduling 24 17 0.25 -0.2 false",
    "facility 24 15 -0.2 0 false",
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
    "priya-raman 16 16 0",
    "marcus-teller 12 12 0",
    "rosalia-montes 12 12 0",
    "benjamin-achterberg 9 9 0",
    "katherine-lindqvist 8 8 0",
    "post-surgical-rehab 9 6 3",
    "initial-evaluation 7 5 2",
    "aquatic-therapy 6 5 1",
    "dry-needling 6 4 2",
    "sable-point 3 3 0",
    "dunmore-flats 2 2 0",
  ]);
});

test("strengths and concerns of the demonstration are of the last 24 months, and tell what changed", () => {
  expect(document.window).toEqual({ from: "2024-11-01", to: "2026-10-30", review_count: 121, text_count: 104 });
  expect(document.strengths).toEqual([
    "Results and recovery: 54 of 57 reviews positive since November 2024",
    "Skill and knowledge: 13 of 13 reviews positive since November 2024",
  ]);
  expect(document.concerns).toContain(
    "Cost and insurance: 13 of 19 reviews critical since November 2024, much as before (13 of 17)",
  );
  expect(document.pull_quote).toBe("The little pool is the best thing in Port Ellery.");
});

test("the summary of the demonstration", () => {
  expect(document.summary).toBe(
    "Since November 2024, 121 reviews have rated Harborline Physical Therapy 4.2 out of 5 stars on average; of the 103 texts that could be read, 77 are positive and 15 negative, and 11 are mixed or neutral. What people praise most is results and recovery: 54 of the 57 reviews that mention it are positive, 4 of them by people who gave three stars or fewer; one says, “No more shooting pain, no more sleeping in the recliner.” Most reviews also speak well of skill and knowledge (13 of 13). Complaints about waiting on the day fell from 12 of 12 mentions before November 2024 to 4 of 14 since. The most common complaint is about cost and insurance: 13 of the 19 reviews that mention it are critical, much as before November 2024 (13 of 17); one says, “Got a bill fourteen MONTHS after my last visit with no explanation, codes only.” The reasons for coming that reviews mention most are dizziness and balance (7), hip (7) and hand, wrist and elbow (6). A program counted all this: 17 reviews have stars only, 1 text could not be read and about 4 in 100 of the subjects that the program finds are wrong.",
  );
});

test("the FAQ of the demonstration answers what patients ask, and names its sources", () => {
  const sources = new Map(document.faq.map(({ id, source }) => [id, source]));
  expect(sources.get("hours")).toBe("profile");
  expect(sources.get("first-visit")).toBe("profile");
  // An address alone does not answer: three reviews speak of parking and access.
  expect(sources.get("parking-and-access")).toBe("profile");
  for (const id of [
    "same-therapist",
    "time-with-therapist",
    "does-it-hurt",
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
