import { expect, test } from "bun:test";
import { demoReviews, insightsOf } from "../clinic.ts";

const document = insightsOf(demoReviews);

test("aspects of the demonstration: reviews, positive, negative, mixed, score and its interval", () => {
  expect(
    document.aspects.map(({ id, mention_count, positive_count, negative_count, mixed_count, score, ci95 }) =>
      [id, mention_count, positive_count, negative_count, mixed_count, score, ...(ci95 ?? [])].join(" "),
    ),
  ).toEqual([
    "results 103 97 5 0 0.893 0.77 0.952",
    "care 74 56 16 1 0.541 0.325 0.703",
    "expertise 37 36 1 0 0.946 0.724 0.99",
    "billing 35 8 24 0 -0.457 -0.695 -0.129",
    "communication 32 18 11 1 0.219 -0.125 0.516",
    "punctuality 27 10 17 0 -0.259 -0.569 0.115",
    "scheduling 22 12 10 0 0.091 -0.307 0.462",
    "facility 18 10 7 1 0.167 -0.277 0.552",
    "front_desk 16 5 10 0 -0.312 -0.674 0.17",
  ]);
});

test("trends of the demonstration: months, reviews, score, score before, significant", () => {
  expect(
    document.aspects.map(({ id, trend }) =>
      [id, trend?.window_months, trend?.n, trend?.score, trend?.previous_score, trend?.significant].join(" "),
    ),
  ).toEqual([
    "results 6 36 0.833 0.917 false",
    "care 6 17 0.5 0.429 false",
    "expertise 12 18 1 1 false",
    "billing 6 11 -0.333 -0.6 false",
    "communication 12 17 -0.125 0.222 false",
    "punctuality 24 27 0.143 -0.692 true",
    "scheduling 6 12 0.2 0.429 false",
    "facility 24 18 0.167 0.167 false",
    "front_desk 12 10 -0.2 -0.6 false",
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
    "rosalia-montes 12 12 0",
    "marcus-teller 11 11 0",
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
    "Results and recovery: 56 of 62 reviews positive since November 2024",
    "Skill and knowledge: 18 of 18 reviews positive since November 2024",
  ]);
  expect(document.concerns).toContain(
    "Waiting on the day: 6 of 14 reviews critical since November 2024, down from 11 of 13 before November 2024",
  );
  expect(document.pull_quote).toBe("The little pool is the best thing in Port Ellery.");
});

test("the summary of the demonstration", () => {
  expect(document.summary).toBe(
    "Since November 2024, 121 reviews have rated Harborline Physical Therapy 4.2 out of 5 stars on average; of the 101 texts that could be read, 69 are positive and 22 negative, and 10 are mixed or neutral. What people praise most is results and recovery: 56 of the 62 reviews that mention it are positive, 5 of them by people who gave three stars or fewer; one says, “Shin splints gone in a month.” Most reviews also speak well of skill and knowledge (18 of 18). Complaints about waiting on the day fell from 11 of 13 mentions before November 2024 to 6 of 14 since. The most common complaint is about cost and insurance: 11 of the 18 reviews that mention it are critical; one says, “Charged my card on file $260 without asking.” The reasons for coming that reviews mention most are hip (7), dizziness and balance (6) and hand, wrist and elbow (6). A program counted all this: 17 reviews have stars only, 3 texts could not be read and about 17 in 100 of the subjects that the program finds are wrong.",
  );
});

test("the FAQ of the demonstration answers what patients ask, and names its sources", () => {
  const sources = new Map(document.faq.map(({ id, source }) => [id, source]));
  expect(sources.get("hours")).toBe("profile");
  expect(sources.get("first-visit")).toBe("profile");
  expect(sources.get("parking-and-access")).toBe("profile");
  for (const id of [
    "same-therapist",
    "time-with-therapist",
    "does-it-hurt",
    "how-many-visits",
    "about-billing",
    "about-punctuality",
    "condition-hip",
    "condition-knee",
  ]) {
    expect([id, sources.get(id)]).toEqual([id, "template"]);
  }
  expect(document.faq.find(({ id }) => id === "hours")?.answer).toStartWith(
    "Open Monday to Thursday 07:00 to 19:00, Friday 07:00 to 17:00, Saturday 08:00 to 12:00.",
  );
  expect(document.languages).toEqual({ en: 170, es: 12, fr: 6 });
});
