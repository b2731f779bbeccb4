import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../src/import/run/run.ts";
import { saveBusiness } from "../src/import/run/save-business.ts";
import { type InsightsDocument, insightsDocument } from "../src/model/insights-document.ts";
import type { ShownRow } from "../src/model/review-row.ts";
import type { SnapshotSource } from "../src/model/snapshot-source.ts";
import { documentsBeside } from "../src/publish/documents/documents-beside.ts";
import { wholeBody } from "../src/snapshot/body.ts";
import type { Snapshot } from "../src/snapshot/snapshot.ts";
import { openStore } from "../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../src/store/dataset/snapshot-source.ts";
import type { Store } from "../src/store/store.ts";
import { buildOf } from "./build.ts";
import { newFolder, prepareSqlite } from "./databases.ts";
import { readTexts } from "./read-texts.ts";
import { testProfile } from "./rows.ts";

/**
 * What tests give to pages and tools in place of a report written by hand: a made-up clinic that went through the import,
 * the engine, the report and the rendering of the program.
 *
 * Each line has a date, stars, what the writer means (+ is praise, - criticism, = neither, ± both) and the text. The sentences are
 * plain, so that an engine that is trained anew reads the same in them: harbor-clinic.test.ts compares.
 */
const WRITTEN = `
2023-02-06 3 punctuality- | I waited forty minutes past my appointment time.
2023-03-14 2 punctuality- | They were running late again, and I waited an hour.
2023-04-18 2 care- punctuality- | Ben was rude to me. He was late, too.
2023-04-25 2 punctuality- | My therapist was half an hour late.
2023-05-09 5 results+ | My back pain is gone after six visits.
2023-06-20 3 punctuality- | Every visit started thirty minutes late.
2023-07-11 2 care- | Ben ignored me and rolled his eyes.
2023-07-18 2 punctuality- | I sat in the waiting room for an hour past my time.
2023-08-02 2 punctuality- | I waited fifty minutes and missed my bus.
2023-09-12 5 care+ expertise+ | Ana listened to me. She really knows what she is doing.
2023-11-21 4 results+ | Dry needling fixed my shoulder.
2024-01-16 5 care+ | Ana was kind and patient with my mother.
2024-03-05 5 results+ | I can run again without knee pain.
2024-04-23 1 front_desk- | The front desk was rude to me on the phone.
2024-06-11 5 care+ front_desk+ | The front desk is friendly, and Ana is so caring.
2024-07-09 5 care+ | Everyone here is kind and treats me with respect.
2024-08-06 4 expertise+ | Ana found the cause of my neck pain in ten minutes.
2024-09-17 5 facility+ | The gym is clean, and parking is easy.
2024-10-01 5 care+ results+ | Excelente trato, muy profesionales. Ya no me duele el hombro.
2024-11-05 2 results- | Six weeks later my hip still hurts.
2024-12-03 4 |
2025-01-14 3 billing+ punctuality- | I waited forty-five minutes. The bill was clear and fair.
2025-02-11 2 punctuality- | My appointment started half an hour late.
2025-02-25 5 billing+ care+ | Ana is warm and kind. The price was fair.
2025-03-04 5 care+ | Ana fue muy amable conmigo.
2025-03-18 2 billing+ punctuality- | They run late. At least the billing was easy.
2025-04-08 5 billing+ results+ | My knee feels great. My insurance covered everything.
2025-05-13 3 facility- punctuality- | I waited almost an hour in a cold hallway.
2025-05-27 5 billing+ care+ | Everyone is kind, and the prices are reasonable.
2025-06-03 5 |
2025-06-10 1 punctuality- | I waited an hour past my appointment, again.
2025-07-08 5 punctuality+ | They started right on time.
2025-07-22 2 billing- | They billed me twice for one visit.
2025-08-05 5 care+ punctuality+ | Ana is wonderful, and my visit started on time.
2025-08-12 5 front_desk+ | La recepción es muy amable.
2025-08-19 5 results+ | The home exercises fixed my back pain.
2025-09-02 2 billing- | The bill was wrong, and nobody fixed it.
2025-09-16 5 punctuality+ | No waiting at all. They are always on time.
2025-09-30 4 results+ | Ana is great. Dry needling helped my shoulder.
2025-10-07 1 billing- | Surprise charges on my bill every month.
2025-10-21 5 expertise+ punctuality+ | Very knowledgeable, and always on time.
2025-10-28 2 billing- | Me cobraron dos veces la misma consulta.
2025-11-04 2 billing- front_desk- | I was overcharged, and the front desk was rude about it.
2025-11-11 5 care+ communication+ | Ana explained every step and listened to me.
2025-11-18 5 punctuality+ results+ | On time every visit, and my knee is better.
2025-11-25 5 punctuality+ | Siempre empiezan a tiempo.
2025-12-02 1 billing- | They charged me for a visit I never had.
2025-12-09 5 front_desk+ | The front desk is lovely, and Ana is so kind.
2025-12-16 4 facility+ punctuality+ | Seen right on time, in a clean and bright room.
2025-12-20 5 | Une équipe très sympathique, je recommande cette clinique à tous mes amis.
2024-02-13 3 billing= | They bill insurance directly.
2024-05-21 3 billing± | The price was fair. Billing charged me twice.
`;

export const HARBOR_URL = "https://reviews.example";
const HARBOR_PROFILE = testProfile({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Ana"], insights: true },
    { id: "ben-cole", name: "Ben Cole", title: null, aliases: ["Ben"], insights: true },
  ],
  faq: [{ question: "Is there parking?", answer: "Yes, behind the house." }],
});

/** Of the review in the first line, the number is 1. */
export const harborId = (number: number): string => String(number).padStart(26, "0");

/** The reviews as they were written, with what each means. */
export const HARBOR_REVIEWS = WRITTEN.trim()
  .split("\n")
  .map((line, at) => {
    const [facts = "", text = ""] = line.split("|").map((part) => part.trim());
    const [date = "", rating = "", ...means] = facts.split(" ");
    return { id: harborId(at + 1), date, rating: Number(rating), means, text: text === "" ? null : text };
  });

async function importHarbor(store: Store): Promise<void> {
  const path = join(newFolder(), "reviews.ndjson");
  const lines = HARBOR_REVIEWS.map(({ means: _, ...review }) => JSON.stringify({ ...review, source: "google" }));
  writeFileSync(path, lines.join("\n"));
  const deps = { store, now: () => new Date("2026-01-01T00:00:00Z"), newRun: () => crypto.randomUUID() };
  await saveBusiness(deps, HARBOR_PROFILE);
  await importFiles(deps, [path], { ...DEFAULT_OPTIONS, strict: true, verified_by: "platform_account" });
}

/** The imported clinic as a build reads it from the store. */
async function readHarbor(): Promise<SnapshotSource> {
  const store = await openStore(`sqlite:${await prepareSqlite("harbor.db", importHarbor)}`);
  const source = await readSnapshotSource(store, async (read) => {
    const pages: ShownRow[][] = await Array.fromAsync(read.reviews());
    return {
      ...read,
      reviews: async function* () {
        yield* pages;
      },
    };
  });
  await store.close();
  return source;
}

let source: Promise<SnapshotSource> | null = null;
let snapshot: Promise<Snapshot> | null = null;

/** Made once per process, as is the snapshot. */
export const harborSource = (): Promise<SnapshotSource> => {
  source ??= readHarbor();
  return source;
};

const buildHarbor = async (): Promise<Snapshot> =>
  buildOf(await harborSource(), {
    base_url: HARBOR_URL,
    readInsights: readTexts,
    renderDocuments: documentsBeside(null),
  });

/** With every document, as a server has it. */
export const harborSnapshot = (): Promise<Snapshot> => {
  snapshot ??= buildHarbor();
  return snapshot;
};

/** /insights.json of the clinic, as it is served. */
export async function harborReport(): Promise<InsightsDocument> {
  const document = (await harborSnapshot()).documents.get("/insights.json");
  if (!document) throw new Error("the clinic has no report");
  return insightsDocument.parse(JSON.parse(Buffer.from(wholeBody(document.bodies.identity)).toString()));
}
