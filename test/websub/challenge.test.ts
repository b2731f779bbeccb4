import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { newSqliteDatabase } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { IMPATIENT, openTestHub, type TestHub } from "./hub.ts";
import { echo, openReceiver, type Received, type Receiver, status } from "./receiver.ts";

const HOST = "receiver.hub-test.org";
const challengeOf = ({ query }: Received) => query.get("hub.challenge") ?? "";

describe("the challenge on the wire", () => {
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  let count = 0;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    const allowed = [`${HOST}:${receiver.port}`];
    hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed, env: IMPATIENT });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(() => {
    receiver.reset();
    count += 1;
    callback = `https://${HOST}:${receiver.port}/callback/${count}`;
  });

  test.each<[string, Parameters<Receiver["onGet"]>[0]]>([
    ["a newline after it", (response, received) => void response.end(`${challengeOf(received)}\n`)],
    ["a space before it", (response, received) => void response.end(` ${challengeOf(received)}`)],
    ["more text after it", (response, received) => void response.end(`${challengeOf(received)}x`)],
    ["it without its last character", (response, received) => void response.end(challengeOf(received).slice(0, -1))],
    ["it in quotes", (response, received) => void response.end(JSON.stringify(challengeOf(received)))],
    [
      "it in lower case",
      (response, received) => void response.end(challengeOf(received).toLowerCase().padEnd(43, "A")),
    ],
    [
      "it compressed",
      (response, received) =>
        void response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(challengeOf(received))),
    ],
    ["bytes that are not HTTP", (response) => void response.socket?.end("SSH-2.0-OpenSSH\r\n")],
    ["an empty body", (response) => void response.end()],
    ["204", status(204)],
    ["404 with it", (response, received) => void response.writeHead(404).end(challengeOf(received))],
    ["500 with it", (response, received) => void response.writeHead(500).end(challengeOf(received))],
    ["304", status(304)],
    [
      "a redirect to a URL that would echo it",
      (response, received) =>
        received.target.startsWith("/echo")
          ? void response.end(challengeOf(received))
          : void response.writeHead(302, { Location: `/echo${received.target}` }).end(challengeOf(received)),
    ],
    [
      "an endless body that begins with it",
      (response, received) => {
        response.write(challengeOf(received));
        const drip = setInterval(() => response.write("more"), 5);
        response.on("close", () => clearInterval(drip));
      },
    ],
    [
      "it in a body that never ends",
      (response, received) => {
        response.write(challengeOf(received));
      },
    ],
    [
      "a body shorter than its Content-Length",
      (response, received) => {
        response.writeHead(200, { "Content-Length": "44" });
        response.write(challengeOf(received));
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])("%s does not confirm, and is final", async (_name, answer) => {
    receiver.onGet(answer);
    const status_url = await hub.subscribe(callback);
    expect(await hub.status(status_url)).toContain("state: failed\n");
    receiver.onGet(echo);
    await hub.advance(100);
    expect(receiver.gets()).toHaveLength(1);
    expect(receiver.gets().filter(({ query }) => query.get("hub.mode") === "denied")).toHaveLength(0);
  });

  test.each([200, 201, 202, 206, 299])("status %d with the exact challenge confirms", async (code) => {
    receiver.onGet((response, received) => void response.writeHead(code).end(challengeOf(received)));
    expect(await hub.status(await hub.subscribe(callback))).toContain("state: active\n");
  });

  test.each([
    ["/cb?a=%2f&b=+c&d=%zz", "/cb?a=%2f&b=+c&d=%zz&hub.mode="],
    ["/cb?hub.challenge=own&hub.mode=x", "/cb?hub.challenge=own&hub.mode=x&hub.mode="],
    ["/a/../b//c;d?q='\"|{}^`\\~!$(),*", "/a/../b//c;d?q='\"|{}^`\\~!$(),*&hub.mode="],
    ["/%E2%82%AC?%61=%62", "/%E2%82%AC?%61=%62&hub.mode="],
    ["/cb?", "/cb?hub.mode="],
    ["/cb?a&", "/cb?a&hub.mode="],
    ["?only=query", "/?only=query&hub.mode="],
    ["", "/?hub.mode="],
  ])("a callback's query stays byte for byte: %s", async (path, beginning) => {
    receiver.onGet((response, { target }) => {
      const challenge = /hub\.challenge=([A-Za-z0-9_-]{43})&/.exec(target.slice(beginning.length));
      response.end(challenge?.[1]);
    });
    const status_url = await hub.subscribe(`https://${HOST}:${receiver.port}${path}`);
    expect(receiver.gets()[0]?.target.slice(0, beginning.length)).toBe(beginning);
    expect(await hub.status(status_url)).toContain("state: active\n");
  });

  test.each([
    [undefined, "864000"],
    ["1", "300"],
    ["300", "300"],
    ["86400", "86400"],
    ["2592001", "2592000"],
    ["99999999999999999999", "2592000"],
  ])("a lease of %p becomes %s seconds", async (asked, given) => {
    await hub.subscribe(callback, asked === undefined ? {} : { "hub.lease_seconds": asked });
    expect(receiver.gets()[0]?.query.get("hub.lease_seconds")).toBe(given);
  });
});
