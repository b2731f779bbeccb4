import { describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { addEnded } from "../../src/store/hub/ended-subscriptions.ts";
import type { Store } from "../../src/store/store.ts";
import { readStatus, renderStatusText } from "../../src/websub/request-status.ts";
import { DATABASES } from "../databases.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const BASE_URL = "https://reviews.example";
const NOW = "2026-03-01T12:00:00.000Z";
const EXPIRES = "2026-03-11T12:00:00.000Z";

async function readText(store: Store, token: string, now = NOW): Promise<string | null> {
  const status = await readStatus(store, BASE_URL, token, now);
  return status && renderStatusText(status);
}

describe.each(DATABASES)("a status URL on $dialect", ({ newDatabase }) => {
  test("shows what is known in each state, never the callback, and leaves out what is not there", async () => {
    await using stack = new AsyncDisposableStack();
    const store = await openStore(await newDatabase(), { thread: false });
    stack.defer(() => store.close());
    const status = (token: string, now = NOW) => readText(store, token, now);
    const ended_at = NOW;
    await addEnded(store, { token: "left", topic: "/feed.xml", state: "unsubscribed", detail: null, ended_at });
    await addEnded(store, { token: "lost", topic: "/feed.xml", state: "failed", detail: "no answer", ended_at });
    expect(await status("left")).toBe(`state: unsubscribed\ntopic: ${BASE_URL}/feed.xml\nended_at: ${NOW}\n`);
    expect(await status("lost")).toBe(
      `state: failed\ntopic: ${BASE_URL}/feed.xml\nended_at: ${NOW}\ndetail: no answer\n`,
    );

    await insertSubscriptions(store, ["https://hidden.example/secret-path"], new Date(NOW));
    await store.query("UPDATE subscription SET token = 'live'");
    const active = `topic: ${BASE_URL}/feed.xml\nlease_seconds: 864000\nverified_at: ${NOW}\nexpires_at: ${EXPIRES}\n`;
    expect(await status("live")).toBe(`state: active\n${active}signed: no\nfailures_in_a_row: 0\n`);
    expect(await status("live", EXPIRES)).toStartWith("state: expired\n");
    await store.query("UPDATE subscription SET secret = 's', attempted_at = $1, failures = 2, last_error = '500'", [
      NOW,
    ]);
    expect(await status("live")).toBe(
      `state: active\n${active}signed: yes\nlast_attempt_at: ${NOW}\nfailures_in_a_row: 2\nlast_error: 500\n`,
    );
    expect(await status("unknown")).toBeNull();
  });

  test("shows a pending request, and its next attempt only once one was made", async () => {
    await using stack = new AsyncDisposableStack();
    const store = await openStore(await newDatabase(), { thread: false });
    stack.defer(() => store.close());
    await store.query(
      `INSERT INTO handshake (topic, callback, token, host, domain, mode, asked_topic, lease_seconds, requested_at, attempts,
         due_at) VALUES ('/feed.xml', 'https://hidden.example/', 'asked', 'h', 'h', 'subscribe', 'x', 60, $1, 0, $2)`,
      [NOW, EXPIRES],
    );
    const asked = `state: pending\nmode: subscribe\ntopic: ${BASE_URL}/feed.xml\nlease_seconds: 60\nrequested_at: ${NOW}\n`;
    expect(await readText(store, "asked")).toBe(asked);
    await store.query("UPDATE handshake SET attempts = 1, attempted_at = $1, last_error = 'timeout'", [NOW]);
    expect(await readText(store, "asked")).toBe(
      `${asked}last_attempt_at: ${NOW}\nlast_error: timeout\nnext_attempt_at: ${EXPIRES}\n`,
    );
  });
});
