import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { publicReview } from "../../src/render/review.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { readDecisions, saveDecision } from "../../src/store/reviews/decisions.ts";
import { readReviews } from "../../src/store/reviews/reviews.ts";
import { DATABASES } from "../databases.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";
import { idOf, ORIGIN, playOrigin, review, reviews, taken } from "./origin.ts";
import { certificate, openWorld, type World } from "./world.ts";

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());

let played: ReturnType<typeof playOrigin>;
beforeEach(() => {
  server.reset();
  played = playOrigin(server);
});

describe.each(DATABASES)("another Candor on $dialect", ({ newDatabase }) => {
  const open = async (): Promise<World> => {
    const world = await openWorld({ database: await newDatabase(), ports: [server.port] });
    await world.addUrl("main", `https://localhost:${server.port}/reviews.json`, { verified_by: null });
    return world;
  };
  const stored = async ({ store }: World) =>
    (await store.query<{ id: string }>("SELECT id FROM review ORDER BY id")).map(({ id }) => id);

  test("is complete by nature: what is missing twice goes", async () => {
    await using world = await open();
    expect((await world.run("main")).imports[0]?.report.added).toBe(30);
    expect(await world.source("main")).toMatchObject({ mirror_of: ORIGIN, last_complete: "2026-05-01T12:00:00.000Z" });
    played.reviews = reviews(29);
    await world.run("main");
    expect((await stored(world)).length).toBe(30);
    world.advance(43_200);
    await world.run("main");
    expect((await stored(world)).length).toBe(29);
  });

  test("one erased review is news, and the run says so", async () => {
    await using world = await open();
    await world.run("main");
    played.reviews = reviews(30).slice(1);
    played.deleted = [taken(0, "erased_on_request")];
    expect(await world.run("main")).toMatchObject({ outcome: "imported", notes: ["1 erased, as the origin asks"] });
    expect((await world.run("main")).outcome).toBe("unchanged");
  });

  test.each([
    ["erased_on_request", 5],
    ["legal", 5],
    ["removed_at_source", 29],
    ["import_undone", 29],
  ] as const)("obeys its tombstones at once: %s", async (reason, count) => {
    await using world = await open();
    await world.run("main");
    played.reviews = reviews(30).slice(count);
    played.deleted = Array.from({ length: count }, (_, at) => taken(at, reason));
    const version = async () => (await readDataset(world.store)).version;
    const before = await version();
    const run = await world.run("main");
    const after = await version();
    expect(after).toBeGreaterThan(before);
    expect([run.outcome === "late", run.fault]).toEqual([false, null]);
    expect((await stored(world)).length).toBe(30 - count);
    const wanted = reason === "import_undone" ? "removed_at_source" : reason;
    expect(
      await world.store.query("SELECT reason, CAST(count(*) AS INTEGER) AS count FROM tombstone GROUP BY reason"),
    ).toEqual([{ reason: wanted, count }]);
    played.reviews = [...played.reviews, review(99)];
    expect(await world.run("main")).toMatchObject({ notes: [], imports: [{ report: { added: 1 } }] });
    expect(await version()).toBe(after + 1);
    expect((await world.run("main")).outcome).toBe("unchanged");
  });

  test.each(["erased_on_request", "legal"] as const)(
    "no table has the words of a review that it took back: %s",
    async (reason) => {
      await using world = await open();
      await world.run("main");
      played.reviews = [
        review(0, { text: "Other words of review 0.", revision: 2, updated_at: "2026-03-01T00:00:00Z" }),
        ...reviews(30).slice(1),
      ];
      await world.run("main");
      played.reviews = reviews(30).slice(1);
      played.deleted = [taken(0, reason)];
      const [decided] = await readReviews(world.store, [idOf(0)]);
      const decision = { version: 1, decided_at: "2026-05-01T12:00:00Z", kind: "verified", detail: null } as const;
      if (decided) await saveDecision(world.store, decided, decision);
      await world.run("main");
      expect(await readDecisions(world.store, idOf(0))).toEqual([]);
      for (const table of ["review", "review_revision", "former_review", "staging"]) {
        const rows = await world.store.query(`SELECT * FROM ${table}`);
        expect(JSON.stringify(rows)).not.toMatch(/words of review 0\b/i);
      }
      if (world.store.dialect === "sqlite") {
        const [main] = await world.store.query<{ file: string }>("PRAGMA database_list");
        expect(readFileSync(`${main?.file}-wal`, "latin1")).not.toMatch(/words of review 0\b/i);
      }
    },
  );

  test("a review that it withheld returns when its document shows it again", async () => {
    await using world = await open();
    await world.run("main");
    played.reviews = reviews(30).slice(1);
    played.deleted = [taken(0, "legal")];
    await world.run("main");
    expect(await stored(world)).not.toContain(idOf(0));
    played.reviews = reviews(30);
    await world.run("main");
    expect(await stored(world)).not.toContain(idOf(0));
    played.reviews = reviews(31);
    played.deleted = [];
    await world.run("main");
    expect(await stored(world)).toContain(idOf(0));
  });

  test("a review that was erased after the document was read is never stored", async () => {
    await using world = await open();
    played.deleted = [taken(0, "erased_on_request"), taken(1, "legal")];
    await world.run("main");
    expect(await stored(world)).toEqual(
      reviews(30)
        .slice(2)
        .map(({ id }) => id),
    );
  });

  test("its tombstones take nothing that it did not bring", async () => {
    await using world = await open();
    played.reviews = reviews(5);
    await world.run("main");
    await world.addUrl("own", `https://localhost:${server.port}/own.json`, { verified_by: "operator" });
    const answer = reviews(20)
      .slice(5)
      .map((row) => publicReview(row, ORIGIN));
    server.onGet((response) => void response.end(JSON.stringify(answer)));
    await world.run("own");
    expect((await stored(world)).length).toBe(20);
    played = playOrigin(server);
    played.reviews = reviews(4);
    played.deleted = Array.from({ length: 20 }, (_, at) => taken(at, "erased_on_request"));
    await world.run("main", { yes: true });
    expect(await stored(world)).toEqual(
      reviews(20)
        .slice(5)
        .map(({ id }) => id),
    );
  });

  test("asks an older one in another way, and one of files not at all", async () => {
    await using world = await open();
    played.old = true;
    await world.run("main");
    played.reviews = reviews(30).slice(1);
    played.deleted = [taken(0, "erased_on_request")];
    await world.run("main");
    expect(server.gets().at(-1)?.target).toBe("/api/reviews/since/0001-01-01");
    expect((await stored(world)).length).toBe(29);
    for (const status of [404, 410] as const) {
      played.files = status;
      played.reviews = reviews(30).slice(2);
      expect((await world.run("main")).fault).toBeNull();
      expect((await stored(world)).length).toBe(29);
    }
  });

  test.each([
    ["Wed, 01 Apr 2026 10:00:00 GMT", "2026-04-01T10%3A00%3A00Z"],
    ["yesterday", "1970-01-01"],
  ])("is asked what it removed since the document of %s", async (last_modified, since) => {
    await using world = await open();
    played.last_modified = last_modified;
    await world.run("main");
    played.reviews = reviews(31);
    await world.run("main");
    expect(server.gets().at(-1)?.target).toBe(`/api/reviews/search?updated_since=${since}&limit=1`);
  });

  test("of several servers, one that is behind in its list is asked again, though the document is the same", async () => {
    await using world = await open();
    await world.run("main");
    played.reviews = reviews(30).slice(2);
    await world.run("main");
    expect((await stored(world)).length).toBe(30);
    played.deleted = [taken(0, "erased_on_request"), taken(1, "removed_at_source")];
    await world.run("main");
    expect((await stored(world)).length).toBe(28);
    expect(server.gets().at(-1)?.target).toBe("/api/reviews/search?updated_since=1970-01-01&limit=1");
    server.reset();
  });

  test.each([
    ["a page", "<html>maintenance</html>", "is not JSON"],
    ["another document", '{"reviews":[{"id":"1"}],"total":1}', "has no list"],
    ["two million lists", `{"reviews":[],"deleted":[${"[],".repeat(2_000_000)}1]}`, "too large"],
  ])("is not believed if its list of removed reviews cannot be read: %s", async (_, body, why) => {
    await using world = await open();
    await world.run("main");
    const before = await world.source("main");
    played.reviews = [review(99)];
    played.list = body;
    const { fault } = await world.run("main", { yes: true });
    expect([fault?.code, fault?.text.includes(why)]).toEqual(["not_recognized", true]);
    expect((await stored(world)).length).toBe(30);
    expect((await world.source("main")).content_hash).toBe(before.content_hash);
  });

  test("whose list of removed reviews cannot be read changes nothing", async () => {
    await using world = await open();
    played.files = 400;
    const { outcome, fault } = await world.run("main");
    const text = "the origin's list of removed reviews answered 400: nothing was changed";
    expect([outcome, fault]).toEqual(["late", { code: "not_recognized", text }]);
    expect(await stored(world)).toEqual([]);
  });

  test("without any review is a question, not an empty page", async () => {
    await using world = await open();
    await world.run("main");
    played.reviews = [];
    const run = await world.run("main");
    expect([run.outcome, run.fault?.code]).toEqual(["needs_decision", "mass_removal"]);
    expect((await stored(world)).length).toBe(30);
    expect((await world.run("main", { yes: true })).imports[0]?.report.removed).toBe(30);
    expect(await stored(world)).toEqual([]);
  });

  test("that is a demonstration is refused", async () => {
    await using world = await open();
    played.demonstration = true;
    expect((await world.run("main")).fault?.code).toBe("demonstration");
    played.head = { demonstration: undefined }; // its business says so, too
    expect((await world.run("main")).fault?.code).toBe("demonstration");
    expect(await stored(world)).toEqual([]);
  });

  test("that goes back to an earlier revision is followed", async () => {
    await using world = await open();
    played.reviews = [
      review(0, { text: "The wrong edit of review 0.", revision: 5, updated_at: "2026-04-01T00:00:00Z" }),
    ];
    await world.run("main");
    played.reviews = [review(0)];
    await world.run("main");
    expect(await world.store.query("SELECT text, revision FROM review")).toEqual([
      { text: "Words of review 0, which nobody else wrote.", revision: 1 },
    ]);
  });

  test("pages of reviews that were here before do not name it as the original", async () => {
    await using world = await open();
    await world.addUrl("copy", `https://localhost:${server.port}/copy.json`, { verified_by: null });
    await world.run("copy");
    expect((await world.run("main")).imports[0]?.report).toMatchObject({ unchanged: 30, version: null });
    const named = () => readSnapshotSource(world.store, async ({ mirrored }) => mirrored?.length);
    expect(await named()).toBe(0);
    expect((await world.run("main")).outcome).toBe("unchanged");
  });

  test("a copy under another path is not complete", async () => {
    await using world = await open();
    await world.addUrl("copy", `https://localhost:${server.port}/copy.json`);
    await world.run("copy");
    played.reviews = reviews(5);
    await world.run("copy", { yes: true });
    expect((await stored(world)).length).toBe(30);
    expect(server.gets().every(({ target }) => target === "/copy.json")).toBe(true);
  });
});
