import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { importFiles } from "../../src/import/run/import-files.ts";
import { judgeAgain } from "../../src/import/run/judge-again.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { runCommand } from "../candor.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import { ORIGIN, playOrigin, review, taken } from "../sync/origin.ts";
import { certificate, openWorld, type World } from "../sync/world.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";
import {
  type Answer,
  copyOracle,
  decide,
  expected,
  importInto,
  newOracle,
  type Oracle,
  type Row,
  restoreInto,
  undoLast,
} from "./clinic-oracle.ts";

const COUNT = 6;
const RUNS = repeats(8, 300);

type Step =
  | { do: "import"; rows: Row[]; verified: boolean; complete: boolean; age: number }
  | { do: Answer; at: number }
  | { do: "undo" | "upgrade" | "restart" | "backup" | "restore" | "refuse" }
  | { do: "sync"; rewrites: number[]; takes: number[]; reason: "erased_on_request" | "legal" | "removed_at_source" };

const at = fc.nat(COUNT - 1);
const row: fc.Arbitrary<Row> = fc.record({ at, text: fc.nat(2), reply: fc.nat(2) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("import" as const),
      rows: fc.uniqueArray(row, { selector: (one) => one.at, minLength: 1, maxLength: COUNT }),
      verified: fc.boolean(),
      complete: fc.boolean(),
      age: fc.constantFrom(0, 0, 0, 5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<Answer[]>("verify", "withhold", "publish", "drop", "erase", "person"),
      at,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("undo", "upgrade", "restart", "backup", "restore", "refuse") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("sync" as const),
      rewrites: fc.uniqueArray(at),
      takes: fc.uniqueArray(at),
      reason: fc.constantFrom("erased_on_request", "legal", "removed_at_source"),
    }),
  },
);

const NAMES = ["Ann Bee", "Cy Dee", "Di Eff", "Gil Hay", "Ida Jay", "Kim Low"];
const WORDS = ["stairs", "swimming", "gardening", "running", "lifting", "dancing"];
const textOf = (of: number, version: number, phone = `541-555-01${of}${version}`) =>
  `Version ${version}: ${WORDS[of]} is easy again after six weeks, call me at ${phone}.`;
const replyOf = (of: number, version: number) => `We treated your shoulder in week ${version} of ${WORDS[of]}.`;

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());

/** The steps as somebody would type them. */
const asCommands = (steps: readonly Step[]): string =>
  steps
    .map((one) => {
      if (one.do === "import") {
        const rows = one.rows.map((of) => `r${of.at} text ${of.text} reply ${of.reply}`).join(", ");
        const flags = `${one.verified ? " --verified-by operator" : ""}${one.complete ? ` --complete --yes --exported-at (${one.age} steps ago)` : ""}`;
        return `candor import FILE${flags}    # ${rows}`;
      }
      if (one.do === "sync")
        return `candor sync main    # other words for ${one.rewrites.map((of) => `r${of}`)}, ${one.reason} for ${one.takes.map((of) => `r${of}`)}`;
      return `candor ${one.do} ${"at" in one ? `r${one.at}` : ""}`;
    })
    .join("\n");

/** A store, and what it has to hold. */
async function openSequence(database: string) {
  let world: World = await open(0);
  const oracle: Oracle = newOracle(COUNT);
  let kept: { file: string; oracle: Oracle } | null = null;
  let steps = 0;
  let synced = false;
  const played = playOrigin(server);

  async function open(ms: number): Promise<World> {
    const opened = await openWorld({ database, ports: [server.port] });
    if (ms > 0) opened.clock.ms = ms;
    else await opened.addUrl("main", `https://localhost:${server.port}/reviews.json`, { verified_by: null });
    return opened;
  }
  const deps = () => ({
    store: world.store,
    now: () => new Date(world.clock.ms),
    newRun: () => crypto.randomUUID(),
  });
  const timeOf = (made: number) => new Date(Date.parse("2026-05-01T12:00:00Z") + made * 3_600_000).toISOString();
  const ids = async () => {
    const rows = await world.store.query<{ id: string; source_id: string }>(
      "SELECT id, source_id FROM review WHERE source = 'other'",
    );
    return new Map(rows.map(({ id, source_id }) => [Number(source_id), id]));
  };
  const cli = (...argv: string[]) =>
    runCommand(argv, { DATABASE_URL: database }, new Date(world.clock.ms).toISOString());

  async function load(one: Extract<Step, { do: "import" }>): Promise<void> {
    const path = join(newFolder(), "own.csv");
    const lines = one.rows.map(
      (of) =>
        `${of.at},${NAMES[of.at]},5,2026-01-0${of.at + 1},"${textOf(of.at, of.text)}","${replyOf(of.at, of.reply)}"`,
    );
    writeFileSync(path, `id,name,rating,date,review,reply\n${lines.join("\n")}\n`);
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
    const { version } = await readDataset(world.store);
    expect(await importFiles(deps(), [path], options)).toMatchObject({ version: null });
    expect(await readDataset(world.store)).toMatchObject({ version });
  }

  async function answer(one: { do: Answer; at: number }): Promise<void> {
    const id = (await ids()).get(one.at);
    expect(id !== undefined).toBe(decide(oracle, one.at, one.do));
    if (id === undefined) return;
    const argv = {
      verify: ["verify", id, "--verified-by", "visit_record"],
      withhold: ["withhold", id, "--reason", "legal"],
      publish: ["reply", id, "publish"],
      drop: ["reply", id, "drop"],
      erase: ["erase", id, "--reason", "erased_on_request", "--yes"],
      person: ["person", NAMES[one.at] ?? "", "--erase", "--yes"],
    }[one.do];
    expect(await cli(...argv)).toMatchObject({ code: 0 });
  }

  /** As a version without rules left it. */
  async function upgrade(): Promise<void> {
    for (const table of ["review", "former_review"])
      await world.store.query(
        `UPDATE ${table} SET text = replace(text, '[phone]', '541-555-0137'), redactions = '[]', reply_state =
           CASE WHEN reply_state = 'held' THEN 'published' ELSE reply_state END, reply_held_reason = NULL
         WHERE source = 'other'`,
      );
    await world.store.query("UPDATE review_revision SET text = replace(text, '[phone]', '541-555-0137')");
    await world.store.query("DELETE FROM judged_rules");
    await judgeAgain(deps());
    oracle.undoable = null;
  }

  async function sync(one: Extract<Step, { do: "sync" }>): Promise<void> {
    const stored = await ids();
    const of = (list: number[]) => list.flatMap((index) => stored.get(index) ?? []);
    const own = [review(90, { text: `Words of step ${steps}, which nobody else wrote.` })];
    const hostile = of(one.rewrites).map((id) =>
      review(1, { id, text: `Mallory was here in step ${steps}.`, revision: 2 ** 31 }),
    );
    played.reviews = [...own, ...hostile];
    played.deleted = of(one.takes).map((id) => ({ ...taken(1, one.reason), id }));
    played.head = { links: { self: `${ORIGIN}/reviews.json` } };
    synced = true;
    const ended = await world.run("main");
    expect(ended.fault).toBeNull();
  }

  /** Whatever a source asks for: the reviews stay, and the same is not asked for again. */
  async function refuse(): Promise<void> {
    for (const kind of ["source_change", "source_removal"])
      expect(await cli("refuse", "--all-of", kind, "--yes")).toMatchObject({ code: 0 });
    expect(await countRequests()).toBe(0);
    if (!synced) return;
    expect((await world.run("main")).fault).toBeNull();
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
    else if (one.do === "sync") await sync(one);
    else if ("at" in one) await answer(one);
    else if (one.do === "undo") {
      if (!oracle.undoable) return;
      await undoImport(deps(), oracle.undoable.run, async () => true);
      undoLast(oracle);
    } else if (one.do === "upgrade") await upgrade();
    else if (one.do === "refuse") await refuse();
    else if (one.do === "restart") await reopen();
    else if (database.startsWith("sqlite:")) await keepOrRestore(one.do);
  }

  async function keepOrRestore(what: "backup" | "restore"): Promise<void> {
    if (what === "backup") {
      kept = { file: join(newFolder(), "kept.db"), oracle: copyOracle(oracle) };
      expect(await cli("backup", kept.file)).toMatchObject({ code: 0 });
    } else if (kept) {
      const { file, oracle: then } = kept;
      await reopen(async () => void expect(await cli("restore", file, "--yes")).toMatchObject({ code: 0 }));
      restoreInto(oracle, then);
    }
  }

  /** What is stored of the owner's reviews, in the words of the oracle. */
  async function readStored() {
    const rows = await world.store.query<Record<string, string | null>>(
      `SELECT source_id, author, text, reply_text, reply_state, verification_method AS method, held_reason AS held
       FROM review WHERE source = 'other' ORDER BY source_id`,
    );
    return rows.map(({ source_id, text, reply_text, reply_state, method, held }) => {
      const index = Number(source_id);
      const version = (words: string | null | undefined, make: (of: number, version: number) => string) =>
        [0, 1, 2].find((one) => make(index, one) === words) ?? words;
      return {
        at: index,
        text: version(text, (of, one) => textOf(of, one, "[phone]")),
        reply: version(reply_text, replyOf),
        reply_state,
        method,
        held,
      };
    });
  }

  async function check(): Promise<void> {
    expect(await readStored()).toEqual(expected(oracle) as never);
    const alone = await world.store.query(
      `SELECT id FROM review AS copy WHERE held_reason = 'duplicate' AND NOT EXISTS (
         SELECT 1 FROM review AS other WHERE other.match_key = copy.match_key AND other.id <> copy.id)`,
    );
    expect(alone).toEqual([]);
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

async function play(database: string, steps: readonly Step[]): Promise<void> {
  const sequence = await openSequence(database);
  try {
    for (const one of steps) await sequence.step(one);
  } finally {
    await sequence.close();
  }
}

describe.each(DATABASES)("any sequence of what may happen to a store in $dialect", ({ newDatabase }) => {
  test(`${RUNS} random sequences: the store holds what the oracle expects after each step`, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) =>
      play(await newDatabase(), steps),
    );
    const found = await fc.check(property, { numRuns: RUNS, seed: SEED, endOnFailure: false });
    const [steps = []] = found.counterexample ?? [];
    if (found.failed) throw new Error(`${asCommands(steps)}\n\n${String(found.errorInstance)}`);
  });
});
