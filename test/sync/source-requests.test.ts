import { beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { acceptRequests, findRequests, refuseRequests } from "../../src/owner/answer-requests.ts";
import { verifyReviews } from "../../src/owner/decide-reviews.ts";
import { addSource, removeSource } from "../../src/owner/sources.ts";
import { deleteReviews } from "../../src/store/reviews/reviews.ts";
import { readSyncSource } from "../../src/store/sync/sync-sources.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { idOf, type playOrigin, review, reviews, taken } from "./origin.ts";
import {
  asDocument,
  asks,
  brought,
  deps,
  MALLORY,
  of,
  own,
  playTwoOrigins,
  requests,
  shown,
  undo,
  waiting,
} from "./owned.ts";
import type { World } from "./world.ts";

const origins = playTwoOrigins();
let played: ReturnType<typeof playOrigin>;
let other: ReturnType<typeof playOrigin>;
beforeEach(() => {
  played = origins.play(0);
  other = origins.play(1);
});

describe.each(DATABASES)("what a source asks for, on $dialect", ({ newDatabase }) => {
  const open = async (): Promise<World> => origins.open(await newDatabase());

  test("after five erasures, and a tenth, the further ones wait, and so does the count for 30 days", async () => {
    await using world = await open();
    played.reviews = reviews(30);
    await world.run("main");
    const erase = (count: number) => {
      played.reviews = reviews(30).slice(count);
      played.deleted = Array.from({ length: count }, (_, at) =>
        taken(at, at % 2 === 0 ? "erased_on_request" : "legal"),
      );
    };
    erase(3);
    expect((await world.run("main")).notes).toEqual(["3 erased, as the origin asks"]);
    world.advance(29 * 86_400);
    erase(12);
    expect((await world.run("main")).notes).toEqual([
      "2 erased, as the origin asks",
      "7 reviews that the origin erased or withholds wait for you: candor waiting",
    ]);
    expect((await shown(world)).length).toBe(25);
    // They wait, however long they are missing.
    world.advance(43_200);
    erase(12);
    expect((await world.run("main")).notes).toEqual([]);
    world.advance(43_200);
    await world.run("main");
    expect([(await shown(world)).length, (await waiting(world)).length]).toEqual([25, 7]);
    const [first, next] = await requests(world);
    if (!first || !next) throw new Error("nothing waits");
    await refuseRequests(deps(world), [first]);
    await acceptRequests(deps(world), [next]);
    expect([(await shown(world)).length, (await waiting(world)).length]).toEqual([24, 5]);
    expect((await world.run("main", { yes: true })).notes).toEqual(["5 erased, as the origin asks"]);
    world.advance(86_400);
    await world.run("main");
    // The one that was refused is the owner's now.
    expect((await brought(world))[0]).toEqual({ id: first.review_id, brought_by: null, owner_run: null });
    expect((await shown(world)).length).toBe(19);
  });

  test("of many reviews, a tenth is erased at once", async () => {
    await using world = await open();
    played.reviews = reviews(100);
    await world.run("main");
    played.reviews = reviews(100).slice(20);
    played.deleted = Array.from({ length: 20 }, (_, at) => taken(at, "erased_on_request"));
    await world.run("main");
    expect([(await shown(world)).length, (await waiting(world)).length]).toEqual([89, 9]);
  });

  test("an erasure takes no copy that the owner brought, but asks", async () => {
    await using world = await open();
    const words = "A long text about the visit that two sources have, word for word, and that nobody else wrote.";
    played.reviews = [review(0, { author: "Ann B.", text: words })];
    await world.run("main");
    const path = join(newFolder(), "yelp.csv");
    writeFileSync(path, `id,name,rating,date,review\ny1,Ann B.,5,2026-02-02,"${words}"\n`);
    await importFiles(deps(world), [path], { ...DEFAULT_OPTIONS, source: "yelp", verified_by: "platform_account" });
    expect(await world.store.query("SELECT held_reason FROM review WHERE source = 'yelp'")).toEqual([
      { held_reason: "duplicate" },
    ]);
    played.reviews = [review(1)];
    played.deleted = [taken(0, "erased_on_request")];
    await world.run("main");
    expect(await world.store.query("SELECT source FROM review ORDER BY source")).toEqual([
      { source: "google" },
      { source: "yelp" },
    ]);
    expect((await waiting(world)).map((line) => line.split(" ")[0])).toEqual(["duplicate", "source_removal"]);
  });

  test("accepted, the change is an import that can be taken back; refused, it does not come back until it differs", async () => {
    await using world = await open();
    await own(world, review(0), review(1));
    played.reviews = [review(0, MALLORY), review(1, { rating: 1 })];
    await world.run("main");
    const accepted = await acceptRequests(deps(world), await findRequests(world.store, asks(idOf(0))));
    expect(accepted).toMatchObject({ changed: 1, removed: 0, run: 2 });
    expect((await shown(world))[0]).toEqual(of(0, { author: "Mallory M.", text: MALLORY.text }));
    expect(await waiting(world)).toEqual([`source_change ${idOf(1)} main`]);
    expect((await brought(world))[0]).toEqual({ id: idOf(0), brought_by: null, owner_run: null });
    await undo(world, 2);
    expect((await shown(world))[0]).toEqual(of(0));
    expect(await refuseRequests(deps(world), await findRequests(world.store, asks(idOf(1))))).toBe(1);
    for (const more of [review(2), review(3)]) {
      played.reviews = [review(0), review(1, { rating: 1 }), more];
      await world.run("main");
      expect(await waiting(world)).toEqual([]);
    }
    played.reviews = [review(0), review(1, { rating: 2 })];
    await world.run("main");
    expect(await waiting(world)).toEqual([`source_change ${idOf(1)} main`]);
    await refuseRequests(deps(world), await requests(world));
    played.reviews = [review(0), review(1, { rating: 1 })];
    await world.run("main");
    expect(await waiting(world)).toEqual([]);
    expect(JSON.stringify(await world.store.query("SELECT * FROM source_request"))).not.toContain("nobody else wrote");
  });

  test("accepted, what an origin erased is erased, and what it withholds is withheld", async () => {
    await using world = await open();
    await own(world, ...reviews(4));
    played.reviews = reviews(4);
    await world.run("main");
    played.reviews = reviews(4).slice(2);
    played.deleted = [taken(0, "erased_on_request"), taken(1, "legal")];
    await world.run("main");
    expect(await acceptRequests(deps(world), await requests(world))).toMatchObject({ removed: 2, erased: true });
    expect(await world.store.query("SELECT id, held_reason FROM review ORDER BY id")).toEqual([
      { id: idOf(1), held_reason: "legal" },
      { id: idOf(2), held_reason: null },
      { id: idOf(3), held_reason: null },
    ]);
    expect(await own(world, review(0))).toMatchObject({ added: 0, kept_out: 1 });
    played.reviews = [...reviews(4).slice(2), review(9)];
    await world.run("main");
    expect(await waiting(world)).toEqual([]);
  });

  test("two sources that want different things of one review are answered one by one", async () => {
    await using world = await open();
    await own(world, review(0));
    played.reviews = [review(0, { rating: 1 })];
    other.reviews = [review(0, { rating: 2 })];
    await world.run("main");
    await world.run("second");
    expect(await endOf(acceptRequests(deps(world), await requests(world)))).toThrow("choose one with --source main");
    await acceptRequests(deps(world), await findRequests(world.store, asks(idOf(0), "second")));
    expect((await shown(world))[0]).toMatchObject({ rating: 2 });
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    expect(await endOf(findRequests(world.store, asks(idOf(0), "second")))).toThrow("second asks for nothing about");
  });

  test("erasing a review erases what sources ask about it", async () => {
    await using world = await open();
    await own(world, review(0));
    played.reviews = [review(0, MALLORY)];
    await world.run("main");
    await eraseReviews(deps(world), [idOf(0)], "erased_on_request");
    expect(await world.store.query("SELECT * FROM source_request")).toEqual([]);
    await world.run("main");
    expect(await shown(world)).toEqual([]);
  });

  test("who accepts a source's version accepts how it was verified there, until that is taken back", async () => {
    await using world = await open();
    const load = async (words: string) => {
      const path = join(newFolder(), "own.csv");
      writeFileSync(path, `id,name,rating,date,review\n1,Ann Bee,5,2026-02-02,"${words}"\n`);
      await importFiles(deps(world), [path], DEFAULT_OPTIONS);
    };
    const by = async () => (await shown(world))[0]?.by;
    await load("As the owner has it.");
    const id = String((await brought(world))[0]?.id);
    await verifyReviews(deps(world), { ids: [id] }, "visit_record");
    played.reviews = [review(0, { id })];
    await world.run("main");
    const { run } = await acceptRequests(deps(world), await requests(world));
    expect(await by()).toBe("platform_account");
    await load("As the owner has it now.");
    expect(await by()).toBe("platform_account");
    await undo(world);
    await undo(world, run);
    await load("As the owner has it now.");
    expect(await by()).toBe("visit_record");
  });

  test("what was accepted and taken back is asked again, and keeps nothing of the owner's import", async () => {
    await using world = await open();
    await own(world, review(0));
    played.reviews = [review(0, MALLORY), review(1)];
    await world.run("main");
    const { run } = await acceptRequests(deps(world), await requests(world));
    await undo(world, run);
    await world.run("main");
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} main`]);
    await undo(world, (await acceptRequests(deps(world), await requests(world))).run);
    await undo(world, 1);
    expect(await shown(world)).toEqual([of(1)]);
  });

  test("a review that was removed and is imported again is not a source's that listed it before", async () => {
    await using world = await open();
    await own(world, review(0));
    played.reviews = [review(0), review(1)];
    await world.run("main");
    await world.store.transaction((tx) => deleteReviews(tx, [idOf(0)]));
    await own(world, review(0, { text: "Imported again, with other words." }));
    await undo(world);
    expect(await shown(world)).toEqual([of(1)]);
    // The source is read again, although it did not change.
    await world.run("main");
    expect(await shown(world)).toEqual([of(0), of(1)]);
  });

  test("a removed source may come back by its URL, and no other takes its place", async () => {
    await using world = await open();
    played.reviews = [review(0)];
    await world.run("main");
    const main = await readSyncSource(world.store, "main");
    if (!main) throw new Error("there is no source");
    await removeSource(world.store, "main", new Date(world.clock.ms));
    other.reviews = [review(0, MALLORY)];
    await world.run("second");
    expect(await shown(world)).toEqual([of(0)]);
    await world.addUrl("main", `https://localhost:${origins.second_port()}/reviews.json`, { verified_by: null });
    await world.run("main");
    expect(await shown(world)).toEqual([of(0)]);
    await addSource(world.store, { ...main, name: "again" });
    played.reviews = [review(0, { text: "Edited at its origin." })];
    await world.run("again");
    expect(await shown(world)).toEqual([of(0, { text: "Edited at its origin." })]);
  });

  test("a URL that is not complete asks, too, and a folder is the owner's", async () => {
    await using world = await open();
    await own(world, review(0));
    await world.addUrl("list", `https://localhost:${origins.server().port}/list.json`, { verified_by: null });
    origins.server().onGet((response) => void response.end(asDocument([review(0, MALLORY), review(1)])));
    await world.run("list");
    expect(await shown(world)).toEqual([of(0), of(1)]);
    expect(await waiting(world)).toEqual([`source_change ${idOf(0)} list`]);
    const folder = await world.addFolder("desk", { verified_by: null });
    writeFileSync(
      join(folder, "desk.json"),
      asDocument([review(0, { rating: 3, revision: 2 }), review(1, { rating: 2, revision: 2 })]),
    );
    await world.run("desk");
    expect(await shown(world)).toEqual([of(0, { rating: 3 }), of(1, { rating: 2 })]);
    expect(await brought(world)).toEqual([
      { id: idOf(0), brought_by: null, owner_run: null },
      { id: idOf(1), brought_by: "list", owner_run: 3 },
    ]);
  });
});
