import { afterAll, beforeAll, beforeEach } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { findRequests } from "../../src/owner/answer-requests.ts";
import { readWaiting } from "../../src/owner/waiting.ts";
import { publicReview } from "../../src/render/review.ts";
import { newFolder } from "../databases.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";
import { ORIGIN, playOrigin } from "./origin.ts";
import { certificate, openWorld, type World } from "./world.ts";

const NOW = "2026-05-01T12:00:00Z";
export const MALLORY = { author: "Mallory M.", rating: 5, text: "Best clinic ever, I swear.", revision: 9 };

export const asks = (id: string | null = null, source: string | null = null) => ({
  ids: id === null ? null : [id],
  kind: null,
  source,
});

/** Two other Candors, main and second. */
export function playTwoOrigins() {
  const open: Receiver[] = [];
  const at = (index: number): Receiver => {
    const found = open[index];
    if (!found) throw new Error("the server is not open yet");
    return found;
  };
  const origins = {
    /** What they answer, from the start of each test on. */
    play: (index: 0 | 1) => playOrigin(at(index)),
    server: () => at(0),
    second_port: () => at(1).port,
    async open(database: string): Promise<World> {
      const world = await openWorld({ database, ports: open.map(({ port }) => port) });
      await world.addUrl("main", `https://localhost:${at(0).port}/reviews.json`, { verified_by: null });
      await world.addUrl("second", `https://localhost:${at(1).port}/reviews.json`, { verified_by: null });
      return world;
    },
  };
  beforeAll(async () => {
    open.push(await openReceiver(certificate), await openReceiver(certificate));
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });
  beforeEach(() => {
    for (const one of open) one.reset();
  });
  return origins;
}

export const deps = ({ store, clock }: World) => ({
  store,
  now: () => new Date(clock.ms),
  newRun: () => crypto.randomUUID(),
});

/** Reviews as /reviews.json has them. */
export const asDocument = (rows: ReviewRow[]): string =>
  JSON.stringify({ schema_version: 1, reviews: rows.map((row) => publicReview(row, ORIGIN)) });

/** The owner imports these reviews by hand. */
export function own(world: World, ...of_owner: ReviewRow[]) {
  const path = join(newFolder(), "own.json");
  writeFileSync(path, asDocument(of_owner));
  return importFiles(deps(world), [path], { ...DEFAULT_OPTIONS, yes: true });
}

export const undo = (world: World, run: number | null = null) => undoImport(deps(world), run, async () => true);

export const shown = ({ store }: World) =>
  store.query("SELECT author, rating, text, verification_method AS by FROM review ORDER BY id");

/** A review of an origin, as it is shown. */
export const of = (number: number, more: object = {}) => ({
  author: `Person ${number}`,
  rating: 5,
  text: `Words of review ${number}, which nobody else wrote.`,
  by: "platform_account",
  ...more,
});

export const brought = ({ store }: World) => store.query("SELECT id, brought_by, owner_run FROM review ORDER BY id");

export const waiting = async ({ store }: World) =>
  (await readWaiting(store, 1, NOW)).items.map(({ kind, id, asked_by }) => `${kind} ${id} ${asked_by}`);

export const requests = ({ store }: World) => findRequests(store, asks());
