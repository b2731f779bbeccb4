import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

/** A store with this one review, and its id. */
async function storedReview(text: string, reply = "") {
  const database = await newSqliteStore();
  const file = join(newFolder(), "own.csv");
  writeFileSync(file, `id,name,rating,date,review,reply\n1,Ann Bee,2,2026-01-01,${text},${reply}\n`);
  await candor(database, ["import", file, "--verified-by", "operator"]);
  const store = await openStore(database);
  const [row] = await store.query<{ id: string }>("SELECT id FROM review");
  await store.close();
  return { database, id: row?.id ?? "" };
}

test("reply --json says how many replies changed, and to what", async () => {
  const { database, id } = await storedReview("Fine.", '"Your knee surgery went well, Ann!"');
  const publish = async () => {
    const { code, out } = await candor(database, ["reply", id, "publish", "--json"]);
    return [code, JSON.parse(out)];
  };
  expect(await publish()).toEqual([0, { changed: 1, reply: "published" }]);
  expect(await publish()).toEqual([0, { changed: 0, reply: "published" }]);
});

test("reply shows a reply with the words for which it is held, until it is decided about", async () => {
  const { database, id } = await storedReview("Fine.", '"Your knee surgery went well, Ann!"');
  const show = async (...more: string[]) => (await candor(database, ["reply", id, ...more])).out;
  const because = 'held: may reveal health details ("Your knee surgery went")';
  const shown = (state: string) => `2026-01-01, 2 stars\nFine.\n\nreply, ${state}\nYour knee surgery went well, Ann!\n`;
  expect(await show()).toBe(shown(because));
  expect(JSON.parse(await show("--json"))).toMatchObject({
    id,
    reply_state: "held",
    because: ["Your knee surgery went"],
  });
  expect(await show("drop")).toEndWith(`to reverse: candor reply ${id} publish\n`);
  expect(await show()).toBe(shown("dropped"));
  expect(JSON.parse(await show("--json"))).toMatchObject({ reply_state: "dropped", because: [] });
  expect(await show("drop")).toBe("the reply was already dropped\n");
  expect(await show("publish")).toEndWith(`to reverse: candor reply ${id} drop\n`);
});

test("a review has changed when its reply appears or disappears, and not when a held one is dropped", async () => {
  const { database, id } = await storedReview("Fine.", "Your knee surgery went well!");
  const store = await openStore(database);
  const times = () =>
    store.query<{ updated_at: string; changed_at: string }>("SELECT updated_at, changed_at FROM review");
  const states: unknown[] = [await times()];
  for (const decision of ["drop", "publish", "drop"]) {
    expect((await candor(database, ["reply", id, decision])).code).toBe(0);
    states.push(await times());
  }
  await store.close();
  expect(states[1]).toEqual(states[0]);
  expect(states[2]).not.toEqual(states[1]);
  expect(states[3]).not.toEqual(states[2]);
});

test("reply needs an id that is stored, a review with a reply, and one decision", async () => {
  const { database, id } = await storedReview("Fine.");
  const refused = async (...argv: string[]) => {
    const { code, error } = await candor(database, ["reply", ...argv]);
    return [code, error];
  };
  const usage = "candor: reply takes review ids and publish or drop: candor reply ID publish\n";
  for (const argv of [[], [id, "hide"], [id, "publish", "now"]]) expect(await refused(...argv)).toEqual([2, usage]);
  expect(await refused("x")).toEqual([2, 'candor: "x" is not a review id: an id has 26 characters\n']);
  for (const decision of [[], ["publish"]])
    expect(await refused(id, ...decision)).toEqual([1, `candor: review ${id} has no owner reply\n`]);
  const other = id.replace(/.$/, id.endsWith("0") ? "1" : "0");
  expect(await refused(other)).toEqual([
    1,
    `candor: no review ${other} is stored: candor status lists the held replies\n`,
  ]);
});

test("status has a list of held reviews only if a review is held", async () => {
  const { database, id } = await storedReview("Fine.", '"Your knee surgery went well, Ann!"');
  expect((await candor(database, ["status"])).out).not.toContain("held reviews\n");
  await candor(database, ["withhold", id, "--reason", "legal"]);
  const { out } = await candor(database, ["status"]);
  expect(out).toContain("held reviews\n");
  // Nobody publishes by mistake what the law forbids.
  expect(out).not.toContain("  publish: ");
});

test("doctor says to restore a damaged database, and not that it cannot be reached", async () => {
  const path = join(newFolder(), "candor.db");
  writeFileSync(path, "this is not a database ".repeat(100));
  const { out } = await candor(`sqlite:${path}`, ["doctor", "--json"]);
  const findings: { check: string }[] = JSON.parse(out);
  expect(findings.find(({ check }) => check === "database")).toMatchObject({
    state: "fault",
    fix: expect.stringContaining("candor restore"),
  });
});
