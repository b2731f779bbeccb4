import { describe, expect, test } from "bun:test";
import { runCli } from "../../src/cli.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { type SourceRequest, saveRequests } from "../../src/store/sync/source-requests.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { DATABASES } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { candor } from "./terminal.ts";

const idOf = (number: number) => reviewRow(number).id;
const [ONE, TWO, THREE] = [idOf(1), idOf(2), idOf(3)];

const change = (number: number, rating: number): SourceRequest => {
  const wanted = { row: { ...reviewRow(number), rating, match_key: null, person: null, name_key: null } };
  return {
    source: "main",
    review_id: idOf(number),
    hash: `hash ${number}`,
    kind: "source_change",
    reason: "elsewhere",
    wanted: JSON.stringify({ ...wanted, unknown: [], updated_known: false, as_given: false }),
    asked_at: "2026-05-01T11:00:00Z",
  };
};
const removal = (number: number): SourceRequest => ({
  ...change(number, 5),
  hash: "removal erased_on_request",
  kind: "source_removal",
  wanted: JSON.stringify({ reason: "erased_on_request" }),
});

/** Three published reviews, a held one and a held reply; the source main asks for something about three. */
async function fill(database: string): Promise<void> {
  const store = await openStore(database);
  const held = { state: "held", held_reason: "unverified", held_at: "2026-01-01T00:00:00Z" } as const;
  await insertRows(store, [
    ...[1, 2, 3].map((number) => reviewRow(number)),
    reviewRow(4, { ...held, verification_method: null, text: "Words that\nwait." }),
    reviewRow(5, { reply_text: "Your knee is fine.", reply_state: "held", reply_held_reason: "a condition" }),
  ]);
  const config = '{"url":"https://reviews.example.net/reviews.json"}';
  await addSyncSource(store, { name: "main", kind: "url", config, config_hash: "", next_run: "2026-01-01T00:00:00Z" });
  await saveRequests(store, [change(1, 1), change(2, 2), removal(3)]);
  await store.close();
}

describe.each(DATABASES)("what sources ask for on $dialect", ({ newDatabase }) => {
  const open = async () => {
    const database = await newDatabase();
    await fill(database);
    const ratings = async () => {
      const store = await openStore(database);
      const rows = await store.query<{ rating: number }>("SELECT rating FROM review WHERE id < $1 ORDER BY id", [
        idOf(4),
      ]);
      await store.close();
      return rows.map(({ rating }) => rating);
    };
    return { database, ratings, call: (...argv: string[]) => candor(database, argv) };
  };

  test("waiting lists everything with its words and reason, and status counts it", async () => {
    const { call } = await open();
    const { code, out } = await call("waiting");
    expect([code, out]).toEqual([
      0,
      `unverified (1): reviews without a verification (candor verify ID… --verified-by METHOD)
  ${idOf(4)}  2024-01-05  5 stars  google  Maria S.
    Words that wait.
    why: nobody said how the author is known to be a customer
reply (1): owner replies (candor reply ID publish, or drop)
  ${idOf(5)}  2024-01-06  5 stars  google  Maria S.
    Review number 5.
    reply: Your knee is fine.
    why: a condition
source_change (2): changes that a source asks for (candor accept ID…, or candor refuse ID…)
  ${TWO}  2024-01-03  5 stars  google  Maria S.
    Review number 2.
    why: main has it with another rating, and did not bring it alone
    rating: 5 → 2
  ${ONE}  2024-01-02  5 stars  google  Maria S.
    Review number 1.
    why: main has it with another rating, and did not bring it alone
    rating: 5 → 1
source_removal (1): removals that a source asks for (candor accept ID…, or candor refuse ID…)
  ${THREE}  2024-01-04  5 stars  google  Maria S.
    Review number 3.
    why: main erased it at its author's request; you also have it from elsewhere
`,
    ]);
    expect(JSON.parse((await call("waiting", "--json")).out)).toMatchObject({
      counts: { unverified: 1, reply: 1, duplicate: 0, source_change: 2, source_removal: 1 },
      total: 5,
      page: 1,
      pages: 1,
    });
    expect((await call("waiting", "--page", "2")).out).toBe("");
    expect((await call("waiting", "--page", "0")).code).toBe(2);
    expect(JSON.parse((await call("status", "--json")).out).waiting_counts).toMatchObject({ source_change: 2 });
    expect((await call("status")).out).toContain(
      "waiting     1 unverified, 1 reply, 2 source_change, 1 source_removal: candor waiting lists them",
    );
  });

  test("50 are listed at a time", async () => {
    const { database, call } = await open();
    const store = await openStore(database);
    const held = { state: "held", held_reason: "unverified", verification_method: null } as const;
    await insertRows(
      store,
      Array.from({ length: 60 }, (_, at) => reviewRow(100 + at, held)),
    );
    await store.close();
    const page = async (number: string) => JSON.parse((await call("waiting", "--json", "--page", number)).out);
    const [first, second] = [await page("1"), await page("2")];
    expect([first.items.length, second.items.length, first.pages, first.total]).toEqual([50, 15, 2, 65]);
    expect(new Set([...first.items, ...second.items].map(({ kind, id }) => `${kind} ${id}`)).size).toBe(65);
    expect((await call("waiting")).out).toContain("page 1 of 2: candor waiting --page 2\n");
  });

  test("accept takes several ids, and undo takes the change back", async () => {
    const { ratings, call } = await open();
    expect(await call("accept", ONE, TWO)).toEqual({
      code: 0,
      out: "2 changed, 0 removed, as the source asks\nimport 1: candor undo 1 takes it back\n",
      error: "",
    });
    expect(await ratings()).toEqual([1, 2, 5]);
    expect((await call("show", ONE)).out).toContain("changed as a source asked (main)");
    expect((await call("undo", "1", "--yes")).code).toBe(0);
    expect(await ratings()).toEqual([5, 5, 5]);
    expect(await call("accept", ONE)).toMatchObject({ code: 1, error: expect.stringContaining("asks for nothing") });
  });

  test("all of a kind needs --yes without a terminal, and one without a request changes nothing", async () => {
    const { ratings, call, database } = await open();
    expect((await call("accept", "--all-of", "source_change")).code).toBe(2);
    expect((await call("refuse", "--all-of", "reviews", "--yes")).code).toBe(2);
    expect((await call("accept", ONE, "--all-of", "source_change", "--yes")).code).toBe(2);
    expect((await call("accept", ONE, idOf(5))).code).toBe(1);
    expect((await call("accept", ONE, "--source", "other")).code).toBe(1);
    expect(await ratings()).toEqual([5, 5, 5]);
    const questions: string[] = [];
    const terminal = {
      env: { DATABASE_URL: database },
      out: () => {},
      error: () => {},
      interactive: true,
      now: () => new Date("2026-05-01T12:00:00Z"),
      ask: async (question: string) => {
        questions.push(question);
        return "n";
      },
    };
    expect(await runCli(["accept", "--all-of", "source_change"], terminal)).toBe(1);
    expect(await runCli(["accept", THREE], terminal)).toBe(1);
    expect(questions).toEqual([
      "Change 2 reviews? (y/n) ",
      "Remove 1 review? What is erased cannot be brought back. (y/n) ",
    ]);
    expect(await ratings()).toEqual([5, 5, 5]);
    expect(await call("refuse", "--all-of", "source_change", "--yes", "--json")).toMatchObject({
      out: '{\n  "refused": 2\n}\n',
    });
    expect(await call("accept", "--all-of", "source_removal", "--yes")).toMatchObject({
      code: 0,
      out: "0 changed, 1 removed, as the source asks\n",
    });
    expect(await ratings()).toEqual([5, 5]);
    expect(JSON.parse((await call("waiting", "--json")).out).counts).toMatchObject({
      source_change: 0,
      source_removal: 0,
    });
    expect((await call("refuse", "--all-of", "source_change", "--yes")).out).toBe(
      "0 refused: the reviews stay as they are\n",
    );
  });
});
