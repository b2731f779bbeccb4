import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { changesDocument } from "../../src/model/changes-document.ts";
import type { Review } from "../../src/model/review.ts";
import { createSnapshots } from "../../src/publish/snapshots.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { NO_INSIGHTS } from "../build.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openChanges, openRandom } from "../publish/changes.ts";
import { SEED } from "../seed.ts";
import { BASE_URL, openService } from "../service.ts";

/** What a client has after some step: the reviews, and the place that it was given with them. */
type Copy = { step: number; reviews: Map<string, Review>; after: string; history: string };

/** A server that sees every change, or with `anew` one that starts now. */
function openServer(store: Store) {
  let next = createSnapshots();
  return async (anew: boolean): Promise<Snapshot> => {
    if (anew) next = createSnapshots();
    const { snapshot } = await readSnapshotSource(store, (source, _analyses, changesSince, changes) =>
      next(
        source,
        { base_url: BASE_URL, changes, readInsights: async () => NO_INSIGHTS, renderDocuments: () => [] },
        changesSince,
      ),
    );
    return snapshot;
  };
}

const byId = (reviews: readonly Review[]) => new Map(reviews.map((review) => [review.id, review]));

/** Applies every change after the copy's place. Null: the place is gone. */
async function replay(ask: (path: string) => Promise<Response>, copy: Copy, present: Map<string, Review>) {
  const reviews = new Map(copy.reviews);
  for (let url = `/api/changes.json?after=${copy.after}&history=${copy.history}`; ; ) {
    const answer = await ask(url);
    if (answer.status === 410) return null;
    const page = changesDocument.parse(await answer.json());
    if (page.returned === 0) return reviews;
    for (const { id, kind, review } of page.changes) {
      if (id === null) continue;
      // Only words that are public now.
      if (review) expect(review).toEqual(present.get(id) as Review);
      if (review) reviews.set(id, review);
      else if (kind === "deleted") reviews.delete(id);
    }
    url = page.next_url.replace(BASE_URL, "");
  }
}

describe.each(DATABASES)("whoever replays the changes on $dialect", ({ dialect, newDatabase }) => {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());

  test("ends with the reviews that are public, from any place and on any server", async () => {
    const database = await newDatabase();
    let store = await openStore(database);
    stack.defer(() => store.close());
    const random = openRandom(SEED);
    // The store is another one after a restore.
    const query: Store["query"] = (sql, values) => store.query(sql, values);
    const changes = openChanges(random, { ...store, query });
    const backup = join(newFolder(), "backup.db");
    let minute = 0;
    const apply = async (argv: string[]) => {
      const now = new Date(Date.parse("2026-05-02T00:00:00Z") + ++minute * 60_000).toISOString();
      return candor(database, argv, now);
    };
    const must = async (argv: string[]) => expect({ argv, ...(await apply(argv)) }).toMatchObject({ code: 0 });
    const done: string[] = [];
    /** As new rules do: what they hide, they hide in one new version. */
    const judgeAnew = async () => {
      const at = new Date(Date.parse("2026-05-02T00:00:30Z") + minute * 60_000).toISOString().replace(".000Z", "Z");
      await store.transaction(async (tx) => {
        const of = "WHERE substr(id, 26) = $1";
        await tx.query(`UPDATE review SET text = '[phone]', changed_at = $2 ${of}`, [String(random.below(10)), at]);
        await bumpDataset(tx, store.dialect, at);
      });
    };
    const restore = async () => {
      await store.close();
      await must(["restore", backup, "--yes"]);
      store = await openStore(database);
      server = openServer(store);
      fresh = openServer(store);
    };
    for (const { argv } of changes.first()) await must(argv);
    let [server, fresh] = [openServer(store), openServer(store)];
    const copies: Copy[] = [];
    let gone = 0;
    // With fewer, nothing is restored.
    const steps = Math.max(5, repeats(dialect === "SQLite" ? 12 : 5, 150));
    const backed_up = Math.floor(steps / 3);
    let restored_at = Number.POSITIVE_INFINITY;
    for (let step = 0; step < steps; step += 1) {
      const undo = random.below(6) === 0;
      if (dialect === "SQLite" && step === backed_up) await must(["backup", backup]);
      if (dialect === "SQLite" && step === backed_up * 2) {
        done.push("restore");
        restored_at = step;
        await restore();
      } else if (random.below(6) === 0) {
        done.push("rules");
        await judgeAnew();
      } else if (undo) {
        done.push("undo");
        await apply(["undo", "--yes"]); // refused if a later decision depends on the import
      } else {
        const { what, argv } = await changes.next();
        done.push(what);
        await apply(argv); // what an undo removed cannot be changed
      }
      const [grown, started] = [await server(false), await fresh(true)];
      const { ask } = openService({ snapshot: step % 2 === 0 ? grown : started });
      const whole = await ask("/reviews.json");
      const present = byId(((await whole.json()) as { reviews: Review[] }).reviews); // our own document
      for (const copy of copies) {
        const replayed = await replay(ask, copy, present);
        const [lost, ends] = [replayed === null, copy.step < restored_at && step >= restored_at];
        expect({ seed: SEED, done, from: copy.step, lost }).toEqual({ seed: SEED, done, from: copy.step, lost: ends });
        if (lost) gone += 1;
        else expect({ seed: SEED, done, reviews: replayed }).toEqual({ seed: SEED, done, reviews: present });
      }
      const [after, history] = [whole.headers.get("candor-sequence") ?? "", whole.headers.get("candor-history") ?? ""];
      copies.push({ step, reviews: present, after, history });
      for (const path of ["/api/changes.json", `/api/changes.json?after=${after}`]) {
        const one = await (await openService({ snapshot: grown }).ask(path)).text();
        expect(await (await openService({ snapshot: started }).ask(path)).text()).toBe(one);
      }
    }
    expect(gone > 0).toBe(dialect === "SQLite");
  });
});
