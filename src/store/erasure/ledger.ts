import { closeSync, fchmodSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { reviewId, type Tombstone } from "../../model/review.ts";
import { codeOf, messageOf, OperatorError } from "../../operator-error.ts";
import { asidePath, removeAbandoned, syncFolder } from "../connection/durable-file.ts";
import { makePrivateFolder } from "../connection/private-file.ts";
import type { HashedKey } from "../reviews/review-keys.ts";
import { type ErasedSketch, readErasedSketches } from "../reviews/sketches.ts";
import { readErasedTombstones } from "../reviews/tombstones.ts";
import type { Queryable } from "../store.ts";
import { keyFingerprint, readIdentityKey } from "./identity-key.ts";

/**
 * The list of erasures, as a file beside the database. If the database is lost, an older backup does not bring an
 * erased person back. The file has the ids and days that are public in tombstones, and hashes that reveal nothing
 * without the key of the store.
 */
export type Ledger = {
  /** The fingerprint of the key that made the hashes. Null if nothing was hashed yet. */
  store: string | null;
  tombstones: Tombstone[];
  keys: HashedKey[];
  /** Of their words and names, made with the same key. */
  sketches: ErasedSketch[];
};

export const LEDGER_END = ".erasures";
export const ledgerBeside = (file: string): string => `${file}${LEDGER_END}`;

const line = z.union([
  z.strictObject({ candor_ledger: z.literal(1), store: z.string().nullable() }),
  z.strictObject({
    id: reviewId,
    date: z.iso.date(),
    deleted_at: z.iso.datetime(),
    reason: z.enum(["erased_on_request", "legal"]),
  }),
  z.strictObject({ key: z.string().min(20).max(64), source: z.string().max(40) }),
  z.strictObject({ sketch: z.base64().max(20_000), source: z.string().max(40), date: z.iso.date() }),
]);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One JSON object per line, in a fixed order. */
export function renderLedger({ store, tombstones, keys, sketches }: Ledger): string {
  const rows = [
    { candor_ledger: 1, store },
    ...tombstones
      .map(({ id, date, deleted_at, reason }) => ({ id, date, deleted_at, reason }))
      .sort((a, b) => byText(a.id, b.id)),
    ...keys
      .map(({ key, source }) => ({ key, source }))
      .sort((a, b) => byText(a.key, b.key) || byText(a.source, b.source)),
    ...sketches
      .map(({ sketch, source, date }) => ({ sketch, source, date }))
      .sort((a, b) => byText(a.sketch, b.sketch) || byText(a.source, b.source)),
  ];
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

function parseLine(text: string): z.infer<typeof line> | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // not JSON: the caller reports the line
  }
}

function parseLedger(text: string, file: string): Ledger {
  const ledger: Ledger = { store: null, tombstones: [], keys: [], sketches: [] };
  const lines = text.split("\n").filter((row) => row !== "");
  for (const [index, row] of lines.entries()) {
    const parsed = parseLine(row);
    if (!parsed || "candor_ledger" in parsed !== (index === 0))
      throw new OperatorError(`${file} is not a ledger of erasures (line ${index + 1}): nothing was changed`);
    if ("candor_ledger" in parsed) ledger.store = parsed.store;
    else if ("id" in parsed) ledger.tombstones.push(parsed);
    else if ("key" in parsed) ledger.keys.push(parsed);
    else ledger.sketches.push(parsed);
  }
  if (lines.length === 0) throw new OperatorError(`${file} is empty: nothing was changed`);
  return ledger;
}

/** Null if there is no such file. */
export function readLedger(file: string): Ledger | null {
  try {
    return parseLedger(readFileSync(file, "utf8"), file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`the ledger ${file} cannot be read (${messageOf(error)})`);
  }
}

/** The name of a store, which its backups and ledgers have, too. Null if nothing was hashed yet. */
export async function readFingerprint(db: Queryable): Promise<string | null> {
  const key = await readIdentityKey(db);
  return key === null ? null : keyFingerprint(key);
}

/** The erasures that the database itself knows. */
export async function readStoredLedger(db: Queryable): Promise<Ledger> {
  return {
    store: await readFingerprint(db),
    tombstones: await readErasedTombstones(db),
    keys: await db.query<HashedKey>("SELECT key, source FROM erased_key"),
    sketches: await readErasedSketches(db),
  };
}

/** All erasures of several ledgers of one store. If a review is in several of them, the first entry counts. */
export function joinLedgers(ledgers: readonly Ledger[]): Ledger {
  const tombstones = new Map<string, Tombstone>();
  const keys = new Map<string, HashedKey>();
  const sketches = new Map<string, ErasedSketch>();
  for (const ledger of ledgers) {
    for (const one of ledger.tombstones) if (!tombstones.has(one.id)) tombstones.set(one.id, one);
    for (const one of ledger.keys) keys.set(`${one.key} ${one.source}`, one);
    for (const one of ledger.sketches) sketches.set(`${one.sketch} ${one.source}`, one);
  }
  const store = ledgers.find((ledger) => ledger.store !== null)?.store ?? null;
  return {
    store,
    tombstones: [...tombstones.values()],
    keys: [...keys.values()],
    sketches: [...sketches.values()],
  };
}

/** Written to another file and then renamed, so that there is never half a ledger. */
export function writeLedger(file: string, ledger: Ledger): void {
  makePrivateFolder(dirname(file));
  removeAbandoned(dirname(file), "writing");
  const aside = asidePath(file, "writing");
  const opened = openSync(aside, "wx", 0o600);
  try {
    fchmodSync(opened, 0o600);
    writeSync(opened, renderLedger(ledger));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(aside, file);
  syncFolder(dirname(file));
}
