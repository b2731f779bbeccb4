import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bodyLength } from "../../src/snapshot/body.ts";
import { CALLBACK_LIMITS } from "../../src/websub/admit-request.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { freePort } from "../free-port.ts";
import { openAuthority } from "../websub/authority.ts";
import { FEED, openTestHub } from "../websub/hub.ts";
import { openProxy } from "../websub/tls-proxy.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/websub.md"), "utf8");
const SECRET = "a-long-random-string";

test("the receiver in docs/websub.md confirms, accepts a signed delivery, and refuses another topic or a wrong signature", async () => {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const file = join(newFolder(), "receiver.ts");
  writeFileSync(file, code);
  const authority = openAuthority();
  const port = freePort();
  const proxy = await openProxy(authority.issue(["receiver.hub-test.org"]), () => port);
  const callback = `https://receiver.hub-test.org:${proxy.port}/candor/3f9c1e`;
  const child = Bun.spawn([process.execPath, file], {
    env: { PORT: String(port), CALLBACK: callback, TOPIC: FEED, SECRET },
    stdout: "pipe",
    stderr: "inherit",
  });
  let said = "";
  void child.stdout.pipeTo(
    new WritableStream({
      write(chunk) {
        said += new TextDecoder().decode(chunk);
      },
    }),
  );
  await until(() => said.includes("ready"));
  const allowed = [`receiver.hub-test.org:${proxy.port}`];
  const hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed });
  const mine = await hub.subscribe(callback, { "hub.secret": SECRET });
  expect(await hub.status(mine)).toContain("state: active\n");
  const snapshot = await hub.importReview();
  await hub.run();
  await until(() => said.includes("received"));
  expect(said).toContain(`received ${bodyLength(snapshot.documents.get("/feed.xml")?.bodies.identity ?? [])} bytes\n`);

  const other = await hub.subscribe(callback, { "hub.topic": FEED.replace("feed.xml", "reviews.json") });
  expect(await hub.status(other)).toContain("state: failed\n");
  await hub.subscribe(callback, { "hub.secret": "another" });
  said = "";
  await hub.importReview();
  await hub.run();
  await Bun.sleep(100);
  expect(said).toBe("");
  await hub.close();
  child.kill();
  proxy.close();
});

test("docs/websub.md gives the limits of the hub", () => {
  const number = (value: number) => value.toLocaleString("en-US");
  const { per_minute, subscriptions } = CALLBACK_LIMITS;
  expect(page).toContain(`| requests that name one host, and verifications it gets | ${per_minute.host} per minute |`);
  expect(page).toContain(`verifications they get | ${per_minute.domain} per minute |`);
  const caps = [subscriptions.host, subscriptions.domain, subscriptions.in_all].map(number).join(", ");
  expect(page).toContain(`| subscriptions of one host, of one domain, in total | ${caps} |`);
});
