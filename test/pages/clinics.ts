import { CLINIC } from "../browser/clinic.ts";
import { reviewRow } from "../rows.ts";
import type { PagesData } from "./serve-pages.ts";

const NAMES = ["Ana Ruiz", "Ben Cho"];
const WORDS = [
  "The wait was far too long and nobody said sorry.",
  "My knee is fine again, thank you Ana.",
  "The bill was wrong twice.",
  "Kind people who listen.",
  "Muy buena atención, el dolor se fue.",
];

/** `count` reviews over the years up to 2026, of all stars, with and without texts and replies. */
const rowsOf = (count: number, changes: (i: number) => Parameters<typeof reviewRow>[1] = () => ({})) =>
  Array.from({ length: count }, (_, i) =>
    reviewRow(i + 1, {
      date: new Date(Date.UTC(2026, 9, 1) - ((i * 7919) % 1500) * 86_400_000).toISOString().slice(0, 10),
      rating: 5 - ((i * 7) % 5),
      text: i % 6 === 5 ? null : `${WORDS[i % WORDS.length]} Visit ${i + 1}.`,
      language: i % WORDS.length === 4 ? "es" : "en",
      verification_method: (["platform_account", "visit_record", "operator", "invitation"] as const)[i % 4] ?? null,
      source: (["google", "yelp", "direct", "other"] as const)[i % 4] ?? "google",
      mentions: JSON.stringify({
        technicians: i % 3 === 0 ? [{ id: "ana-ruiz", name: NAMES[0] }] : [],
        services: i % 4 === 0 ? [{ id: "dry-needling", name: "Dry needling" }] : [],
        service_areas: [],
      }),
      ...(i % 5 === 0 ? { reply_text: "Thank you.", reply_date: "2026-10-05", reply_state: "published" as const } : {}),
      ...changes(i),
    }),
  );

const { profile } = CLINIC;

/** Clinics of every size that a page may have to show. */
export const CLINICS: [name: string, data: PagesData][] = [
  ["the clinic of the browser tests", CLINIC],
  ["no reviews", { rows: [], profile, analyzed: true }],
  ["one review", { rows: rowsOf(1), profile, analyzed: true }],
  ["eight reviews of one star", { rows: rowsOf(8, () => ({ rating: 1 })), profile, analyzed: true }],
  ["30 reviews", { rows: rowsOf(30), profile, analyzed: true }],
  ["40 reviews of stars only", { rows: rowsOf(40, () => ({ text: null })), profile, analyzed: true }],
  ["600 reviews", { rows: rowsOf(600), profile, analyzed: true }],
];
