import { expect, test } from "bun:test";
import { readLines } from "../../../train/examples.ts";
import { analysesOf, demoReviews, insightsOf } from "../clinic.ts";

const document = insightsOf(demoReviews);

test("aspects of the demonstration: reviews, positive, negative, mixed, score and its interval", () => {
  expect(
    document.aspects.map(({ id, mention_count, positive_count, negative_count, mixed_count, score, ci95 }) =>
      [id, mention_count, positive_count, negative_count, mixed_count, score, ...(ci95 ?? [])].join(" "),
    ),
  ).toEqual([
    "results 99 94 4 1 0.909 0.788 0.963",
    "care 60 52 8 0 0.733 0.517 0.862",
    "billing 36 9 27 0 -0.5 -0.725 -0.179",
    "communication 29 21 8 0 0.448 0.086 0.706",
    "expertise 28 27 1 0 0.929 0.646 0.987",
    "punctuality 26 9 17 0 -0.308 -0.612 0.076",
    "scheduling 19 10 8 0 0.105 -0.321 0.496",
    "facility 16 8 8 0 0 -0.44 0.44",
    "front_desk 13 2 11 0 -0.692 -0.913 -0.155",
  ]);
});

type Labels = { review_id: string; says: Record<string, string[]> };
const labels = new Map(
  readLines<Labels>("corpus/demonstration.jsonl").map(({ review_id, says }) => [review_id, says] as const),
);

test("of the claims about the demonstration, these are wrong: fewer than 8 %", () => {
  const claims = [...analysesOf(demoReviews)].flatMap(([id, { aspects }]) => {
    const says = labels.get(id);
    return says ? aspects.map(({ aspect, sentiment }) => ({ id, aspect, sentiment, says: says[aspect] ?? [] })) : [];
  });
  const wrong = claims.filter(({ sentiment, says }) => !says.includes(sentiment));
  expect(claims.length).toBe(326);
  // A change that makes one of these right, or others wrong, changes docs/model-card.md too.
  expect(wrong.map(({ id, aspect, sentiment }) => `${id.slice(0, 6)} ${aspect} ${sentiment}`)).toEqual([
    "MVME84 communication positive",
    "7BBJNP care positive",
    "70SZXD billing positive",
    "B2QGBY results positive",
    "FRGH7Z care positive",
    "9AQWF2 facility positive",
    "RF4S29 front_desk negative",
    "4R32FT care positive",
    "W8FQ6Z punctuality negative",
    "CFM4J3 punctuality negative",
    "4ACZAR scheduling neutral",
    "YP2VA7 communication positive",
    "JQZTX8 punctuality negative",
    "86E7WX results positive",
    "8CSF5E results negative",
    "JCB104 facility negative",
    "K8ZQFM facility negative",
    "C1D5B8 communication positive",
    "Y0773J front_desk negative",
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
    "results 6 35 0.92 1 false",
    "care 6 13 1 0.667 false",
    "billing 6 10 -0.2 -0.6 false",
    "communication 12 13 0 1 false",
    "expertise 12 13 1 1 false",
    "punctuality 24 26 0.2 -1 true",
    "scheduling 6 11 0.333 0.8 false",
    "facility     ",
    "front_desk 24 13 -0.5 -1 false",
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
    "initial-evaluation 7 6 1",
    "aquatic-therapy 6 5 1",
    "dry-needling 6 4 2",
    "sable-point 3 3 0",
    "dunmore-flats 2 2 0",
  ]);
});

test("strengths and concerns of the demonstration are of the last 24 months, and tell what changed", () => {
  expect(document.window).toEqual({ from: "2024-11-01", to: "2026-10-30", review_count: 121, text_count: 104 });
  expect(document.strengths).toEqual([
    "Results and recovery: 58 of 61 reviews positive since November 2024",
    "Care and attention: 23 of 26 reviews positive since November 2024",
    "Skill and knowledge: 13 of 13 reviews positive since November 2024",
  ]);
  expect(document.concerns).toContain(
    "Waiting on the day: 6 of 15 reviews critical since November 2024, down from 11 of 11 before November 2024",
  );
  expect(document.pull_quote).toBe("No more shooting pain, no more sleeping in the recliner.");
});

test("the summary of the demonstration", () => {
  expect(document.summary).toBe(
    "Since November 2024, 121 reviews have rated Harborline Physical Therapy 4.2 out of 5 stars on average; of the 103 texts that could be read, 76 are positive and 17 negative, and 10 are mixed or neutral. What people praise most is results and recovery: 58 of the 61 reviews that mention it are positive, 5 of them by people who gave three stars or fewer; one says, “No more shooting pain, no more sleeping in the recliner.” Most reviews also speak well of care and attention (23 of 26) and skill and knowledge (13 of 13). Complaints about waiting on the day fell from 11 of 11 mentions before November 2024 to 6 of 15 since. The most common complaint is about cost and insurance: 12 of the 17 reviews that mention it are critical, much as before November 2024 (15 of 19); one says, “Got a bill fourteen MONTHS after my last visit with no explanation, codes only.” The reasons for coming that reviews mention most are dizziness and balance (7), hip (7) and hand, wrist and elbow (6). A program counted all this: 17 reviews have stars only, 1 text could not be read and about 5 in 100 of the subjects that the program finds are wrong.",
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
