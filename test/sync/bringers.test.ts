import { beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { acceptRequests, refuseRequests } from "../../src/owner/answer-requests.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { idOf, type playOrigin, review, reviews, taken } from "./origin.ts";
import { brought, deps, MALLORY, of, own, playTwoOrigins, requests, shown, undo, waiting } from "./owned.ts";
import type { World } from "./world.ts";

const origins = playTwoOrigins();
let played: ReturnType<typeof playOrigin>;
let other: ReturnType<typeof playOrigin>;
beforeEach(() => {
  played = origins.play(0);
  other = origins.play(1);
});

const VISIT = { verification_method: "visit_record" } as const;

describe.each(DATABASES)("who brought a review, on $dialect", ({ newDatabase }) => {
  const open = async (): Promise<World> => origins.open(await newDatabase());

  test.each([
    ["other words", MALLORY],
    ["another verification", VISIT],
    ["a huge revision and a later time", { ...MALLORY, revision: 2_000_000_000, updated_at: "2026-04-30T00:00:00Z" }],
    ["other stars", { rating: 4 }],
  ])("an origin that lists the owner's review does not change it, and asks: %s", async (_, change) => {
    await using world = await open();
    await own(world, review(0));
    played.reviews = [review(0), review(1)];
    expect((await world.run("main")).imports[0]?.report).toMatchObject({ added: 1, unchanged: 1, asked: 0 });
    expect(await waiting(world)).toEqual([]);
    played.reviews = [review(0, change), review(1)];
    expect((await world.run("main")).imports[0]?.report).toMatchObject({ updated: 0, unchanged: 2, asked: 1 });
    expect(await shown(world)).toEqual([of(0), of(1)]);
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    // What it brought alone, it may still change.
    played.reviews = [review(0, change), review(1, MALLORY)];
    expect((await world.run("main")).imports[0]?.report).toMatchObject({ updated: 1, asked: 1 });
    expect(await shown(world)).toEqual([of(0), of(1, { author: "Mallory M.", text: MALLORY.text })]);
    played.reviews = [review(0, { rating: 2 }), review(1)];
    await world.run("main");
    expect((await requests(world)).length).toBe(1);
    // The same as is stored, or not listed any more: there is nothing to ask.
    played.reviews = [review(0), review(1)];
    await world.run("main");
    expect(await waiting(world)).toEqual([]);
    played.reviews = [review(0, change), review(1)];
    await world.run("main");
    played.reviews = [review(1), review(2)];
    await world.run("main");
    expect(await waiting(world)).toEqual([]);
    world.advance(43_200);
    await world.run("main");
    world.advance(43_200);
    await world.run("main");
    expect((await shown(world))[0]).toEqual(of(0));
  });

  test("a copy that a source alone brought hides no review of the owner, once it does not say the same", async () => {
    await using world = await open();
    const words = "A long text about the visit that two sources have, word for word, and that nobody else wrote.";
    const copy = (changes = {}) => review(1, { author: "Ann B.", rating: 1, text: words, ...changes });
    const load = async (id: string, rating: number) => {
      const path = join(newFolder(), "yelp.csv");
      writeFileSync(path, `id,name,rating,date,review\n${id},Ann B.,${rating},2026-02-02,"${words}"\n`);
      await importFiles(deps(world), [path], { ...DEFAULT_OPTIONS, source: "yelp", verified_by: "platform_account" });
    };
    const held = () => world.store.query("SELECT source_id, held_reason FROM review WHERE source = 'yelp' ORDER BY 1");
    played.reviews = [review(0), copy({ rating: 5 })];
    await world.run("main");
    await load("y1", 1);
    expect(await held()).toEqual([{ source_id: "y1", held_reason: null }]);
    await undo(world);
    played.reviews = [review(0), copy()];
    await world.run("main");
    await load("y1", 1);
    expect(await held()).toEqual([{ source_id: "y1", held_reason: "duplicate" }]);
    for (const change of [
      { rating: 5 },
      { text: "Best clinic ever, and nothing of what was said here before is true." },
    ]) {
      played.reviews = [review(0), copy(change)];
      await world.run("main");
      expect(await held()).toEqual([{ source_id: "y1", held_reason: null }]);
      await undo(world);
      expect(await held()).toEqual([{ source_id: "y1", held_reason: "duplicate" }]);
    }
  });

  test("the owner's file counts from its time on, whatever revision a source claimed for a review that it brought", async () => {
    await using world = await open();
    const mallory = { ...MALLORY, revision: 2 ** 31, updated_at: "2026-03-01T00:00:00Z" };
    played.reviews = [review(0, mallory)];
    await world.run("main");
    await own(world, review(0, { text: "As the author wrote.", revision: 2, updated_at: "2026-03-02T00:00:00Z" }));
    expect(await shown(world)).toEqual([of(0, { text: "As the author wrote." })]);
    played.reviews = [review(0, mallory), review(1)];
    await world.run("main");
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    await acceptRequests(deps(world), await requests(world));
    expect(await shown(world)).toEqual([of(0, { author: "Mallory M.", text: MALLORY.text }), of(1)]);
    await own(world, review(0, { text: "As I know it.", revision: 3, updated_at: "2026-03-03T00:00:00Z" }));
    expect(await shown(world)).toEqual([of(0, { text: "As I know it." }), of(1)]);
  });

  test("an older revision that is listed changes nothing of the owner's", async () => {
    await using world = await open();
    await own(
      world,
      review(0, { text: "The newest words, by the author.", revision: 3, updated_at: "2026-03-01T00:00:00Z" }),
    );
    played.reviews = [review(0)];
    await world.run("main");
    expect(await shown(world)).toEqual([of(0, { text: "The newest words, by the author." })]);
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
  });

  test.each(["erased_on_request", "legal"] as const)(
    "an origin's tombstones take nothing of the owner's: %s",
    async (reason) => {
      await using world = await open();
      await own(world, ...reviews(8));
      played.reviews = [...reviews(4), review(20)];
      await world.run("main");
      played.reviews = [review(20)];
      played.deleted = Array.from({ length: 30 }, (_, at) => taken(at, reason));
      played.deleted = played.deleted.filter((_, at) => at !== 20);
      await world.run("main");
      world.advance(50_000);
      await world.run("main");
      expect((await shown(world)).length).toBe(9);
      // It listed four of them: the owner hears of it. Of the others it knows nothing but the ids.
      const listed = [0, 1, 2, 3].map((at) => `source_removal ${idOf(at)} main`);
      expect(await waiting(world)).toEqual(listed);
      expect(await world.run("main", { yes: true })).toMatchObject({ fault: null });
      expect((await shown(world)).length).toBe(9);
      expect(await waiting(world)).toEqual(listed);
      await refuseRequests(deps(world), await requests(world));
      played.reviews = [review(20), review(21)];
      await world.run("main");
      expect(await waiting(world)).toEqual([]);
    },
  );

  test.each(["removed_at_source", "import_undone"] as const)(
    "what an origin removed stays if the owner has it: %s",
    async (reason) => {
      await using world = await open();
      await own(world, review(0));
      played.reviews = reviews(3);
      await world.run("main");
      await own(world, review(1));
      played.reviews = [review(2)];
      played.deleted = [taken(0, reason), taken(1, reason)];
      await world.run("main", { yes: true });
      world.advance(43_200);
      await world.run("main", { yes: true });
      expect(await shown(world)).toEqual([of(0), of(1), of(2)]);
      expect(await waiting(world)).toEqual([]);
    },
  );

  test("a review that a source brought and the owner imports is both's; taken back, it is the source's again", async () => {
    await using world = await open();
    played.reviews = [review(0), review(1)];
    await world.run("main");
    expect(await brought(world)).toEqual([0, 1].map((at) => ({ id: idOf(at), brought_by: "main", owner_run: null })));
    const canonical = () =>
      readSnapshotSource(world.store, async ({ mirrored }) => mirrored?.map(({ review_id }) => review_id));
    expect(await canonical()).toEqual([idOf(0), idOf(1)]);
    // The same words: nothing changes but whose it is, and that can be taken back, too.
    expect(await own(world, review(0))).toMatchObject({ unchanged: 1, run: 2, version: expect.any(Number) });
    expect(await own(world, review(0))).toMatchObject({ unchanged: 1, run: null, version: null });
    expect(await canonical()).toEqual([idOf(1)]);
    played.reviews = [review(0, MALLORY), review(1)];
    await world.run("main");
    expect(await shown(world)).toEqual([of(0), of(1)]);
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    await undo(world, 2);
    expect(await waiting(world)).toEqual([]);
    // The source is read again, although it did not change.
    expect((await world.run("main")).imports[0]?.report).toMatchObject({ updated: 1, asked: 0 });
    expect((await shown(world))[0]).toMatchObject({ author: "Mallory M." });
  });

  test("an edit by the owner stays until it is taken back", async () => {
    await using world = await open();
    played.reviews = [review(0), review(1)];
    await world.run("main");
    await own(world, review(0, { text: "Corrected by the owner.", revision: 2, updated_at: "2026-03-01T00:00:00Z" }));
    played.reviews = [review(0), review(1), review(2)];
    await world.run("main");
    expect((await shown(world))[0]).toMatchObject({ text: "Corrected by the owner." });
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    played.reviews = [review(1), review(2)];
    played.deleted = [taken(0, "erased_on_request")];
    await world.run("main");
    expect(await waiting(world)).toEqual([`source_removal ${idOf(0)} main`]);
    await undo(world, 2);
    expect((await shown(world))[0]).toEqual(of(0));
    // Only the source has it now, and it erased it.
    await world.run("main");
    expect(await shown(world)).toEqual([of(1), of(2)]);
  });

  test("an import of the owner that is taken back leaves the source's own version", async () => {
    await using world = await open();
    await own(world, review(0, { text: "A wrong file of the owner." }), review(5));
    played.reviews = [review(0), review(5), review(1)];
    await world.run("main");
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    await undo(world, 1);
    expect(await shown(world)).toEqual([of(1), of(5)]);
    await world.run("main");
    expect(await shown(world)).toEqual([of(0), of(1), of(5)]);
    expect(await brought(world)).toEqual(
      [0, 1, 5].map((at) => ({ id: idOf(at), brought_by: "main", owner_run: null })),
    );
    expect(await waiting(world)).toEqual([]);
  });

  test("each later import of the owner keeps a review the owner's", async () => {
    await using world = await open();
    played.reviews = [review(0)];
    await world.run("main");
    await own(world, review(0), review(7));
    await own(world, review(0), review(8));
    await undo(world, 2);
    expect((await brought(world))[0]).toEqual({ id: idOf(0), brought_by: "main", owner_run: 3 });
    await undo(world, 3);
    expect(await brought(world)).toEqual([{ id: idOf(0), brought_by: "main", owner_run: null }]);
    // Taking the source's import back leaves what the owner has.
    await own(world, review(0), review(9));
    await undo(world, 1);
    expect(await brought(world)).toEqual([0, 9].map((at) => ({ id: idOf(at), brought_by: null, owner_run: null })));
  });

  test("a source that drops a review leaves it to the owner, and then it goes with the owner's import", async () => {
    await using world = await open();
    played.reviews = reviews(30);
    await world.run("main");
    await own(world, review(0));
    played.reviews = reviews(30).slice(1);
    await world.run("main");
    world.advance(43_200);
    await world.run("main");
    expect((await brought(world))[0]).toEqual({ id: idOf(0), brought_by: null, owner_run: null });
    await undo(world, 2);
    expect((await shown(world)).length).toBe(29);
  });

  test("two mirrors: neither changes or removes what the other brought", async () => {
    await using world = await open();
    played.reviews = [review(0), review(1)];
    other.reviews = [review(0, MALLORY), review(1), review(2)];
    await world.run("main");
    await world.run("second");
    expect(await shown(world)).toEqual([of(0), of(1), of(2)]);
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} second`]);
    other.reviews = [review(2)];
    other.deleted = [taken(0, "erased_on_request"), taken(1, "legal")];
    await world.run("second");
    world.advance(43_200);
    await world.run("second", { yes: true });
    expect((await shown(world)).length).toBe(3);
    played.reviews = [review(0, MALLORY), review(1)];
    await world.run("main");
    expect((await shown(world))[0]).toMatchObject({ author: "Mallory M." });
  });

  test("what one mirror drops and another lists stays, and belongs to that one", async () => {
    await using world = await open();
    played.reviews = reviews(30);
    other.reviews = [review(0), review(1, MALLORY), review(40)];
    await world.run("main");
    await world.run("second");
    played.reviews = reviews(30).slice(2);
    await world.run("main");
    world.advance(43_200);
    await world.run("main");
    expect((await brought(world))[0]).toEqual({ id: idOf(0), brought_by: "second", owner_run: null });
    // What it asked for is its own now.
    expect(await waiting(world)).toEqual([]);
    await world.run("second");
    expect((await shown(world)).slice(0, 2)).toEqual([of(0), of(1, { author: "Mallory M.", text: MALLORY.text })]);
    other.reviews = [review(0, { text: "Edited at the second." }), review(40)];
    await world.run("second");
    expect((await shown(world))[0]).toMatchObject({ text: "Edited at the second." });
  });
});
