import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSince } from "../../src/commands/digest.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { refusalOf } from "../refusal.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { idsOf, writeTable } from "./own-table.ts";
import { candor } from "./terminal.ts";

describe("candor digest", () => {
  const digest = (database: string, ...options: string[]) =>
    candor(database, ["digest", ...options], "2026-05-08T12:00:00Z");

  test("prints nothing where there is nothing to say; --always prints anyway", async () => {
    const database = await newSqliteStore();
    const quiet = { code: 0, out: "", error: "" };
    expect(await digest(database)).toEqual(quiet);
    await candor(database, ["import", writeTable("1,Ann Bee,2,2026-01-01,Fine.,\n"), "--verified-by", "operator"]);
    expect(await digest(database, "--since", "24h")).toEqual(quiet);
    expect((await digest(database, "--since", "24h", "--always")).out).toBe(
      "Candor: since 2026-05-07T12:00:00Z\nnothing new, and nothing waits for you\n",
    );
  });

  test("lists new, edited and low reviews, held ones and replies that wait", async () => {
    const database = await newSqliteStore();
    const load = (text: string, day: number, ...options: string[]) =>
      candor(database, ["import", writeTable(text), ...options], `2026-05-0${day}T12:00:00Z`);
    await load("1,Ann Bee,5,2026-01-01,Fine.,\n", 1, "--verified-by", "operator");
    await load("1,Ann Bee,1,2026-01-01,Worse.,\n", 3, "--verified-by", "operator");
    await load("2,Cy Dee,3,2026-01-02,Calm.,\n", 4);
    await load('3,Di Ek,2,2026-01-03,Good.,"Your knee surgery went well, Di!"\n', 5, "--verified-by", "operator");
    const [ann, cy, di] = await idsOf(database);
    expect((await digest(database, "--since", "2026-05-02")).out).toBe(`Candor: since 2026-05-02T00:00:00Z

Low ratings (2): 1 or 2 stars, new or edited
  ${di}  2026-01-03  2 stars  other  Di E.   published  Good.
  ${ann}  2026-01-01  1 star   other  Ann B.  published  Worse.

New reviews (2)
  ${di}  2026-01-03  2 stars  other  Di E.  published  Good.
  ${cy}  2026-01-02  3 stars  other  Cy D.  held       Calm.

Edited reviews (1)
  ${ann}  2026-01-01  1 star  other  Ann B.  published  Worse.

Held (1): not published
  ${cy}  2026-01-02  3 stars  other  Cy D.  unverified  Calm.
  candor show ID says why; candor verify ID --verified-by METHOD publishes

Owner replies that wait (1)
  ${di}  2026-01-03  2 stars  other  Di E.  may reveal health details  Good.
  candor reply ID shows one; then candor reply ID publish, or drop
`);
    const json = JSON.parse((await digest(database, "--since", "2026-05-02", "--json")).out);
    expect(json).toMatchObject({
      held_count: 1,
      replies_count: 1,
      low: [{ id: di }, { id: ann }],
      edited: [{ id: ann }],
    });
    expect(json.new.map(({ id }: { id: string }) => id)).toEqual([di, cy]);
  });

  test.each([
    [20, 0],
    [22, 2],
  ])("of %d reviews it lists 20 in each part, and counts the other %d", async (count, others) => {
    const database = await newSqliteStore();
    const rows = Array.from(
      { length: count },
      (_, at) => `${at},Ann Bee,2,2026-01-01,Visit number ${at}.,"Your knee surgery went well, Ann!"\n`,
    );
    await candor(database, ["import", writeTable(rows.join(""))], "2026-05-07T12:00:00Z");
    const { out } = await digest(database);
    const parts = ["Low ratings", "New reviews", "Held", "Owner replies that wait"];
    expect([...(out.match(/^\w.+(?= \(\d+\))/gm) ?? [])]).toEqual(parts);
    expect(out.match(/ Visit number /g)).toHaveLength(20 * parts.length);
    expect([...(out.match(/ … and \d+ more/g) ?? [])]).toEqual(
      others === 0 ? [] : parts.map(() => ` … and ${others} more`),
    );
  });

  test("names the business, and the subscribers that fail or wait", async () => {
    const database = await newSqliteStore();
    const profile = join(newFolder(), "business.yaml");
    writeFileSync(profile, "name: Tern\ntime_zone: UTC\n");
    await candor(database, ["business", profile]);
    const subscribe = async (host: string, change: string) => {
      const store = await openStore(database);
      await announceTopics(store, 1, new Map([["/feed.xml", "a"]]));
      await insertSubscriptions(store, [`https://${host}/`], new Date("2026-05-07T12:00:00Z"));
      await store.query(`UPDATE subscription SET ${change} WHERE host = '${host}'`);
      await store.close();
      const { out } = await digest(database);
      return out.replace("Tern: since 2026-05-01T12:00:00Z\n\nSubscribers\n", "");
    };
    const paused = "  1 paused: SECRET_KEY cannot open the secret\n";
    expect(await subscribe("a.org", "paused = 'key'")).toBe(`${paused}  candor subscriptions shows more\n`);
    const both = `${paused}  1 paused: the hub's network is down\n`;
    expect(await subscribe("b.org", "paused = 'network'")).toBe(`${both}  candor subscriptions shows more\n`);
    const failed = "failures = 2, last_error = 'answered 500', attempted_at = '2026-05-08T11:00:00Z'";
    expect(await subscribe("c.org", failed)).toBe(
      `  1 subscriber failing\n${both}  last error 2026-05-08T11:00:00Z: answered 500\n  candor subscriptions shows more\n`,
    );
  });

  test("takes no arguments", async () => {
    expect(await digest(await newSqliteStore(), "7d")).toEqual({
      code: 2,
      out: "",
      error: "candor: digest takes no arguments: candor digest --since 7d\n",
    });
  });

  test.each([
    ["soon", "candor: --since soon is not a time: use 7d, 24h, 2w or a date such as 2026-05-01\n"],
    ["7", "candor: --since 7 is not a time: use 7d, 24h, 2w or a date such as 2026-05-01\n"],
  ])("--since %s is refused", async (since, line) => {
    expect(await digest(await newSqliteStore(), "--since", since)).toEqual({ code: 2, out: "", error: line });
  });
});

test.each([
  ["24h", "2026-05-01T12:00:00Z"],
  ["7d", "2026-04-25T12:00:00Z"],
  ["2w", "2026-04-18T12:00:00Z"],
  ["2026-05-01", "2026-05-01T00:00:00Z"],
  ["2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"],
])("since %s is %s", (given, time) => {
  expect(parseSince(given, new Date("2026-05-02T12:00:00Z"))).toBe(time);
});

test.each(["", "7", "d", "7y", "10000d", "2026-02-30", "yesterday"])("since %p is refused", (given) => {
  expect(refusalOf(() => parseSince(given, new Date()))).toMatchObject({ exit_code: 2 });
});
