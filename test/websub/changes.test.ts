import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wholeBody } from "../../src/snapshot/body.ts";
import { candor } from "../candor.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { BASE_URL, openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver } from "./receiver.ts";

const TOPICS = ["/api/feed.json", "/feed.xml", "/reviews.json"];

describe("a command run beside the server causes deliveries of exactly the topics whose bytes it changed", () => {
  let hub: TestHub;
  let receiver: Receiver;
  let database: string;
  let first: Awaited<ReturnType<typeof after>>;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue(["receiver.hub-test.org"]));
    database = newSqliteDatabase();
    const allowed = [`receiver.hub-test.org:${receiver.port}`];
    hub = await openTestHub({ database, ca: authority.ca, allowed });
    for (const path of TOPICS) {
      await hub.subscribe(`https://receiver.hub-test.org:${receiver.port}/`, { "hub.topic": BASE_URL + path });
    }
    first = await after("business", profileFile({ telephone: "+1 555 0100" }));
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
  });

  /** Runs a command and publishes the result; returns the topics that were posted and those whose bytes changed. */
  const after = async (...argv: string[]) => {
    const body = (path: string) =>
      Buffer.from(wholeBody(hub.snapshot()?.documents.get(path)?.bodies.identity ?? [])).toString();
    const before = new Map(TOPICS.map((path) => [path, body(path)]));
    const { code, error } = await candor({ DATABASE_URL: database, BASE_URL }, ...argv);
    expect({ code, error }).toEqual({ code: 0, error: expect.any(String) });
    await hub.refresh();
    await hub.run();
    const posted = receiver.posts().map(
      ({ headers }) =>
        String(headers.link)
          .slice(BASE_URL.length + 1)
          .split(">")[0],
    );
    return { posted: posted.sort(), changed: TOPICS.filter((path) => body(path) !== before.get(path)) };
  };
  const profileFile = (profile: object) => {
    const file = join(newFolder(), "business.json");
    writeFileSync(file, JSON.stringify({ name: "Harbor Physical Therapy", time_zone: "America/New_York", ...profile }));
    return file;
  };

  test("a first profile", () => {
    expect(first.posted).toEqual(first.changed);
    expect(first.changed).toContain("/reviews.json");
  });

  test("a profile whose telephone changed, and the same profile again", async () => {
    const { posted, changed } = await after("business", profileFile({ telephone: "+1 555 0199" }));
    expect(posted).toEqual(["/reviews.json"]);
    expect(changed).toEqual(["/reviews.json"]);
    receiver.requests.length = 0;
    const again = await after("business", profileFile({ telephone: "+1 555 0199" }));
    expect(again).toEqual({ posted: [], changed: [] });
  });

  test("an erased review", async () => {
    await hub.importReview();
    await hub.run();
    receiver.requests.length = 0;
    const [review] = await hub.store.query<{ id: string }>("SELECT id FROM review ORDER BY id DESC LIMIT 1");
    const { posted } = await after("erase", review?.id ?? "", "--reason", "erased_on_request");
    expect(posted).toEqual(TOPICS);
  });
});
