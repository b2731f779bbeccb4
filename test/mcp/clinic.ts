import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { HARBOR_URL, harborSnapshot } from "../harbor-clinic.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { startEndpoint, type TestData, testSnapshot } from "./endpoint.ts";

const NAMES: Record<string, string> = {
  "ana-ruiz": "Ana Ruiz",
  "leo-park": "Leo Park",
  "dry-needling": "Dry needling",
};
const named = (ids: string[]) => ids.map((id) => ({ id, name: NAMES[id] }));
const mentions = (technicians: string[], services: string[]) =>
  JSON.stringify({ technicians: named(technicians), services: named(services), service_areas: [] });

const ROWS = [
  reviewRow(1, { text: "Ana is very kind", mentions: mentions(["ana-ruiz"], ["dry-needling"]) }),
  reviewRow(2, { text: "I waited fifty minutes.", rating: 2, mentions: mentions(["ana-ruiz"], []) }),
  reviewRow(3, { text: "Vertigo gone!", rating: 4, mentions: mentions([], ["dry-needling"]) }),
  reviewRow(4, { text: null, rating: 5 }),
  reviewRow(5, { text: "Leo is good", mentions: mentions(["leo-park"], []) }),
];
const PROFILE = testProfile({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Ana"], insights: true },
    { id: "leo-park", name: "Leo Park", title: null, aliases: [], insights: false },
  ],
});
export const TOMBSTONE = {
  id: "00000000000000000000000009",
  date: "2024-01-10",
  deleted_at: "2024-02-01T00:00:00Z",
  reason: "erased_on_request",
  changed_at: "2024-02-01T00:00:00Z",
} as const;

const DATA: TestData = { rows: ROWS, profile: PROFILE, tombstones: [TOMBSTONE] };

let clinic: Promise<Snapshot> | null = null;

/** A clinic with five reviews and an analysis of them. */
export async function startClinic() {
  clinic ??= testSnapshot({ ...DATA, analyzed: true });
  return startEndpoint(await clinic);
}

/** The same clinic before its texts are analyzed. */
export const startUnanalyzedClinic = async () => startEndpoint(await testSnapshot(DATA));

/** A clinic with fifty reviews: its report has something to say in every part. */
export const startHarborClinic = async () => startEndpoint(await harborSnapshot(), { base_url: HARBOR_URL });
