import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { judgeAgain } from "../../src/import/run/judge-again.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { UndoBlocked, undoImport } from "../../src/import/run/undo-import.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { runCommand } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { ORIGIN, playOrigin, review, taken } from "../sync/origin.ts";
import { deps as depsOf } from "../sync/owned.ts";
import { openWorld, type World } from "../sync/world.ts";
import type { Receiver } from "../websub/receiver.ts";
import {
  type Answer,
  acceptInto,
  copyOracle,
  decide,
  expected,
  FOREIGN,
  importInto,
  mayBlock,
  newOracle,
  type Oracle,
  type Row,
  restoreInto,
  settle,
  undoIn,
} from "./clinic-oracle.ts";
import { askWithoutAnswer, copyAndUndo, copyErased, readUnasked, tellNumbersApart } from "./side-steps.ts";
import { asTable, COUNT, foreignReview, type Load, NAMES, type Plain, type Step, twoImports } from "./steps.ts";
import { readIds, readLoneCopies, readStored, readWanted, unjudge } from "./stored-clinic.ts";

/** A store, and what it has to hold. */
export async function openSequence(database: string, server: Receiver) {
  let world: World = await open(0);
  const oracle: Oracle = newOracle(COUNT);
  /** The newest first. */
  const kept: { file: string; oracle: Oracle }[] = [];
  /** The file that was imported last, as long as its import can be taken back. */
  let last: { run: number; path: string; options: ImportOptions; rows: Row[] } | null = null;
  /** The words of reviews that were erased. */
  const erased = new Map<number, number>();
  let [steps, synced] = [0, false];
  const played = playOrigin(server);

  async function open(ms: number): Promise<World> {
    const opened = await openWorld({ database, ports: [server.port] });
    if (ms > 0) opened.clock.ms = ms;
    else await opened.addUrl("main", `https://localhost:${server.port}/reviews.json`, { verified_by: null });
    return opened;
  }
  const deps = () => depsOf(world);
  const timeOf = (made: number) => new Date(Date.parse("2026-05-01T12:00:00Z") + made * 3_600_000).toISOString();
  const ids = () => readIds(world.store);
  const cli = (...argv: string[]) =>
    runCommand(argv, { DATABASE_URL: database }, new Date(world.clock.ms).toISOString());

  async function load(one: Load): Promise<void> {
    const path = join(newFolder(), "own.csv");
    writeFileSync(path, asTable(one.rows));
    // Older than the last complete export, or of now: one that is older than an edit leaves that alone.
    const made = oracle.last_complete > steps - one.age ? steps - one.age : steps;
    const exported = one.complete ? { complete: true, exported_at: timeOf(made) } : {};
    const options = {
      ...DEFAULT_OPTIONS,
      ...exported,
      yes: true,
      verified_by: one.verified ? "operator" : null,
    } as const;
    const { run } = await importFiles(deps(), [path], options);
    importInto(oracle, { ...one, made }, run);
    if (run !== null) last = { run, path, options, rows: one.rows };
    const { version } = await readDataset(world.store);
    expect(await importFiles(deps(), [path], options)).toMatchObject({ version: null });
    expect(await readDataset(world.store)).toMatchObject({ version });
  }

  async function answer(one: { do: Answer; at: number }): Promise<void> {
    const id = (await ids()).get(one.at);
    const text = oracle.reviews[one.at]?.stored?.text;
    if (!decide(oracle, one.at, one.do)) return;
    if (one.do === "erase" || one.do === "person") erased.set(one.at, text ?? FOREIGN);
    if (id === undefined) throw new Error(`r${one.at} is not stored`);
    const argv = {
      verify: ["verify", id, "--verified-by", "visit_record"],
      unverify: ["verify", id, "--undo"],
      withhold: ["withhold", id, "--reason", "legal"],
      publish: ["reply", id, "publish"],
      drop: ["reply", id, "drop"],
      erase: ["erase", id, "--reason", "erased_on_request", "--yes"],
      person: ["person", NAMES[one.at] ?? "", "--erase", "--yes"],
    }[one.do];
    expect(await cli(...argv)).toMatchObject({ code: 0 });
  }

  /** Another source replaces what the first reading stored, and taken back, the first is there again. */
  async function readAgain(): Promise<void> {
    const newest = oracle.events.at(-1);
    if (!last || !newest || !("run" in newest) || newest.run !== last.run) return;
    const report = await importFiles(deps(), [last.path], { ...last.options, source: "yelp" });
    const left = last.rows.filter((of) => oracle.reviews[of.at]?.stored);
    const rows = await world.store.query<{ source: string; held_reason: string | null }>(
      "SELECT source, held_reason FROM review WHERE source = 'yelp' OR held_reason = 'duplicate'",
    );
    expect(rows.map(({ source, held_reason }) => [source, held_reason === "duplicate"])).toEqual(
      left.map(() => ["yelp", false]),
    );
    expect((await ids()).size).toBe(expected(oracle).length - left.length);
    if (report.run !== null) await undoImport(deps(), report.run, async () => true);
  }

  /** What a source wants erased or withheld happens. */
  async function accept(): Promise<void> {
    const wanted = await world.store.query<{ review_id: string; hash: string }>(
      "SELECT review_id, hash FROM source_request WHERE kind = 'source_removal' AND refused_at IS NULL",
    );
    const stored = new Map([...(await ids())].map(([index, id]) => [id, index]));
    for (const [id, [first, second]] of Map.groupBy(wanted, ({ review_id }) => review_id)) {
      const index = stored.get(id);
      if (!first || second || index === undefined) continue;
      expect(await cli("accept", id, "--yes")).toMatchObject({ code: 0 });
      decide(oracle, index, first.hash === "removal legal" ? "withhold" : "erase");
    }
  }

  /** The source's versions of the words come, and go when that is taken back. */
  async function acceptAndUndo(): Promise<void> {
    const { code, out } = await cli("accept", "--all-of", "source_change", "--yes", "--json");
    expect(code).toBe(0);
    const { run } = JSON.parse(out);
    if (run !== null) await undoImport(deps(), run, async () => true);
  }

  /** The source's versions of the words stay. */
  async function acceptChanges(rewrites: number[]): Promise<void> {
    await sync({ do: "sync", rewrites, takes: [], reason: "legal" });
    const changed = await readWanted(world.store);
    const { code, out } = await cli("accept", "--all-of", "source_change", "--yes", "--json");
    expect(code).toBe(0);
    const { run } = JSON.parse(out);
    expect(run !== null).toBe(changed.length > 0);
    if (run !== null) acceptInto(oracle, changed, run);
  }

  /** One of the last imports; not if something later builds on it, and then nothing is changed. */
  async function undo(which: number): Promise<void> {
    const runs = oracle.events.flatMap((event) => ("run" in event ? [event.run] : [])).reverse();
    const run = runs[which];
    if (run === undefined) return;
    try {
      await undoImport(deps(), run, async () => true);
    } catch (error) {
      if (!(error instanceof UndoBlocked)) throw error;
      if (!(error instanceof UndoBlocked)) throw error;
      expect(mayBlock(oracle, run)).toBe(true);
      return;
    }
    undoIn(oracle, run);
  }

  /** What was decided after the import no longer keeps it. */
  async function takeBackAndUndo({ at, which }: { at: number; which: number }): Promise<void> {
    await answer({ do: "verify", at });
    await answer({ do: "unverify", at });
    await undo(which);
  }

  /** As a version without rules left it. */
  async function upgrade(): Promise<void> {
    await unjudge(world.store);
    await judgeAgain(deps());
    settle(oracle);
    synced = false; // what the source asked for is asked for again at its next run
  }

  async function sync(one: Extract<Step, { do: "sync" }>): Promise<void> {
    const stored = await ids();
    const of = (list: number[]) => list.flatMap((index) => stored.get(index) ?? []);
    const indexes = new Map([...stored].map(([index, id]) => [id, index]));
    const own = [review(90, { text: `Words of step ${steps}, which nobody else wrote.` })];
    const hostile = of(one.rewrites).map((id) => foreignReview(id, indexes.get(id) ?? 0, steps));
    played.reviews = [...own, ...hostile];
    played.deleted = of(one.takes).map((id) => ({ ...taken(1, one.reason), id }));
    played.head = { links: { self: `${ORIGIN}/reviews.json` } };
    synced = true;
    await runMain();
  }

  /** The owner may have removed a review that the source then brings, and half of what it brought may be missing later. */
  async function runMain(): Promise<void> {
    const { fault } = await world.run("main");
    expect([undefined, "mass_removal"]).toContain(fault?.code);
  }

  /** Whatever a source asks for: the reviews stay, and the same is not asked for again. */
  async function refuse(): Promise<void> {
    const stored = new Set((await ids()).values());
    // Without the owner's copy, which an undo took back, the source's would be a review of its own.
    played.reviews = played.reviews.filter(({ source, id }) => source !== "other" || stored.has(id));
    // A review that was taken back and imported again is asked about again.
    if (synced) await runMain();
    for (const kind of ["source_change", "source_removal"])
      expect(await cli("refuse", "--all-of", kind, "--yes")).toMatchObject({ code: 0 });
    expect(await countRequests()).toBe(0);
    if (!synced) return;
    played.head = { ...played.head, generated: steps };
    await runMain();
    expect(await countRequests()).toBe(0);
  }

  async function countRequests(): Promise<number> {
    const { counts } = JSON.parse((await cli("waiting", "--json")).out);
    return counts.source_change + counts.source_removal;
  }

  async function reopen(work: () => Promise<void> = async () => {}): Promise<void> {
    const { ms } = world.clock;
    await world.close();
    await work();
    world = await open(ms);
  }

  async function apply(one: Step): Promise<void> {
    if (one.do === "import") await load(one);
    else if (one.do === "undo the older") {
      for (const file of twoImports(one)) await load(file);
      await undo(1);
    } else if (one.do === "sync") await sync(one);
    else if (one.do === "take back and undo") await takeBackAndUndo(one);
    else if (one.do === "copy erased") await copyErased(world, one.at, erased.get(one.at) ?? null);
    else if ("at" in one) await answer(one);
    else if (one.do === "undo") await undo(one.which);
    else if (one.do === "accept changes") await acceptChanges(one.rewrites);
    else if (one.do === "restore") await restore(one.which);
    else await plain[one.do]();
  }
  const plain: Record<Plain, () => Promise<void>> = {
    ...{ upgrade, refuse, accept, restart: reopen, backup: backUp },
    ...{ "read again": readAgain, "accept and undo": acceptAndUndo },
    "blank consent": () => askWithoutAnswer(world, steps),
    "two numbers": () => tellNumbersApart(world),
    "copy and undo": () => copyAndUndo(world),
  };

  async function backUp(): Promise<void> {
    if (!database.startsWith("sqlite:")) return;
    const file = join(newFolder(), "kept.db");
    kept.unshift({ file, oracle: copyOracle(oracle) });
    expect(await cli("backup", file)).toMatchObject({ code: 0 });
  }

  async function restore(which: number): Promise<void> {
    const chosen = kept[which % Math.max(1, kept.length)];
    if (!chosen) return;
    await reopen(async () => void expect(await cli("restore", chosen.file, "--yes")).toMatchObject({ code: 0 }));
    restoreInto(oracle, chosen.oracle);
  }

  async function check(): Promise<void> {
    expect(await readStored(world.store)).toEqual(expected(oracle) as never);
    expect(await readLoneCopies(world.store)).toEqual([]);
    expect(await readUnasked(world)).toEqual([]);
  }

  return {
    async step(one: Step): Promise<void> {
      steps += 1;
      world.clock.ms = Date.parse(timeOf(steps));
      await apply(one);
      await check();
    },
    close: () => world.close(),
  };
}
