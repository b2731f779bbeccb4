import { reviewRow, testProfile } from "../rows.ts";
import { startEndpoint, type TestData, testSnapshot } from "./endpoint.ts";
import insights from "./fixtures/insights.json";

const mentions = (technicians: string[], services: string[]) =>
  JSON.stringify({
    technicians: technicians.map((id) => ({ id, name: id })),
    services: services.map((id) => ({ id, name: id })),
    service_areas: [],
  });

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
const FINDINGS = {
  "00000000000000000000000001": { care: "positive" },
  "00000000000000000000000002": { punctuality: "negative" },
} as const;

/** A clinic with five reviews and an analysis of them. */
export const startClinic = async () => startEndpoint(await testSnapshot({ ...DATA, insights, findings: FINDINGS }));

/** The same clinic before its texts are analyzed. */
export const startUnanalyzedClinic = async () => startEndpoint(await testSnapshot(DATA));
