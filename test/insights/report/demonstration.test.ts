import { expect, test } from "bun:test";
import { demoReviews, insightsOf } from "../clinic.ts";

const document = insightsOf(demoReviews);

test("aspects of the demonstration: reviews, positive, negative, mixed, score and its interval", () => {
  expect(
    document.aspects.map(({ id, mention_count, positive_count, negative_count, mixed_count, score, ci95 }) =>
      [id, mention_count, positive_count, negative_count, mixed_count, score, ...(ci95 ?? [])].join(" "),
    ),
  ).toEqual([
    "results 100 88 11 0 0.77 0.616 0.867",
    "care 74 53 18 2 0.473 0.253 0.647",
    "expertise 36 30 5 0 0.694 0.394 0.861",
    "billing 34 7 26 0 -0.559 -0.772 -0.232",
    "communication 30 15 14 1 0.033 -0.307 0.366",
    "punctuality 24 7 17 0 -0.417 -0.702 -0.017",
    "scheduling 21 7 14 0 -0.333 -0.656 0.093",
    "facility 18 12 6 0 0.333 -0.125 0.674",
    "front_desk 12 2 8 0 -0.5 -0.822 0.065",
  ]);
});

test("trends of the demonstration: months, reviews, score, score before, significant", () => {
  expect(
    document.aspects.map(({ id, trend }) =>
      [id, trend?.window_months, trend?.n, trend?.score, trend?.previous_score, trend?.significant].join(" "),
    ),
  ).toEqual([
    "results 6 33 0.652 0.8 false",
    "care 6 19 0.1 0.444 false",
    "expertise 12 16 0.778 1 false",
    "billing 6 11 -0.667 -1 false",
    "communication 12 17 0 -0.444 false",
    "punctuality 24 24 0 -0.833 true",
    "scheduling 24 21 -0.143 -0.714 false",
    "facility 24 18 0.333 0.333 false",
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
    "obinna-okafor 16 15 0",
    "priya-raman 16 15 0",
    "marcus-teller 10 10 0",
    "benjamin-achterberg 9 9 0",
    "rosalia-montes 9 9 0",
    "katherine-lindqvist 7 7 0",
    "post-surgical-rehab 8 4 3",
    "initial-evaluation 7 5 2",
    "aquatic-therapy 6 5 1",
    "dry-needling 5 3 2",
    "sable-point 3 3 0",
    "old-cannery 2 1 1",
  ]);
});

test("strengths and concerns of the demonstration are of the last 24 months, and tell what changed", () => {
  expect(document.window).toEqual({ from: "2024-11-01", to: "2026-10-30", review_count: 121, text_count: 104 });
  expect(document.strengths).toEqual([
    "Results and recovery: 51 of 59 reviews positive since November 2024",
    "Skill and knowledge: 15 of 16 reviews positive since November 2024",
  ]);
  expect(document.concerns).toContain(
    "Waiting on the day: 6 of 12 reviews critical since November 2024, down from 11 of 12 before November 2024",
  );
  expect(document.pull_quote).toBe("The little pool is the best thing in Port Ellery.");
});

test("the summary of the demonstration", () => {
  expect(document.summary).toBe(
    "Since November 2024, 121 reviews have rated Harborline Physical Therapy 4.2 out of 5 stars on average; of the 94 texts that could be read, 58 are positive and 28 negative, and 8 are mixed or neutral. What people praise most is results and recovery: 51 of the 59 reviews that mention it are positive, 5 of them by people who gave three stars or fewer; one says, “Good results, I'm lifting my granddaughter again.” Most reviews also speak well of skill and knowledge (15 of 16). Complaints about waiting on the day fell from 11 of 12 mentions before November 2024 to 6 of 12 since. The most common complaint is about cost and insurance: 13 of the 17 reviews that mention it are critical, much as before November 2024 (13 of 17); one says, “Nice clinic, shame about the billing.” The reasons for coming that reviews mention most are hip (7), hand, wrist and elbow (6) and after surgery (5). A program counted all this: 17 reviews have stars only, 10 texts could not be read and about 10 in 100 of the subjects that the program finds are wrong.",
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
