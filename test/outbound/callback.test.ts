import { expect, test } from "bun:test";
import { parseCallback } from "../../src/outbound/guard.ts";

const GUARD = { ports: [8443], allowed: ["localhost:9000"], own_host: "candor.hub-test.org" };
const parse = (text: string) => parseCallback(text, GUARD);

test.each([
  ["https://a.hub-test.org", { host: "a.hub-test.org", port: 443, target: "/", domain: "hub-test.org" }],
  [
    "https://A.hub-test.org:8443/x?y=%2f",
    { host: "a.hub-test.org", port: 8443, target: "/x?y=%2f", domain: "hub-test.org" },
  ],
  ["HTTPS://a.hub-test.org?x", { host: "a.hub-test.org", port: 443, target: "/?x", domain: "hub-test.org" }],
  // Each of these is a site of its own.
  ["https://clinic.github.io/x", { host: "clinic.github.io", port: 443, target: "/x", domain: "clinic.github.io" }],
  ["https://localhost:9000/", { host: "localhost", port: 9000, target: "/", domain: "localhost" }],
])("%s is read as it is written", (text, callback) => {
  expect(parse(text)).toEqual(callback);
});

test.each([
  ["http://a.hub-test.org/", "it must begin with https:// and a host"],
  ["https:///x", "it must begin with https:// and a host"],
  ["https://a.hub-test.org/ x", "it must be printable ASCII without spaces"],
  ["https://a.hub-test.org/é", "it must be printable ASCII without spaces"],
  ["https://a.hub-test.org/#x", "it must not have a fragment"],
  ["https://me@a.hub-test.org/", "it must not contain credentials"],
  ["https://a.hub-test.org:0443/", "its host or port is malformed"],
  ["https://a.hub-test.org:8444/", "its port must be 443 or one of 8443"],
  ["https://localhost:9001/", "its port must be 443 or one of 8443"],
  ["https://[::1]/", "its host must be a name, not an address"],
  ["https://127.0.0.1/", "its host must be a name, not an address"],
  ["https://a.0x7f/", "its host must be a name, not an address"],
  ["https://hub-test/", "its host must be a public name: at least two labels of a-z, 0-9, _ and -"],
  ["https://a..org/", "its host must be a public name: at least two labels of a-z, 0-9, _ and -"],
  ["https://candor.hub-test.org/", "it must not be this service"],
  ["https://a.internal/", "its host is under a domain that is not public"],
  ["https://home.arpa/", "its host is under a domain that is not public"],
])("%s is refused", (text, fault) => {
  expect(parse(text)).toEqual({ fault });
});

test("a callback has at most 2048 characters, and its host at most 253", () => {
  const long = (length: number) => "https://a.hub-test.org/".padEnd(length, "x");
  expect([parse(long(2048)), parse(long(2049))]).toEqual([
    expect.objectContaining({ host: "a.hub-test.org" }),
    { fault: "it must have at most 2048 characters" },
  ]);
  const host = (length: number) => `${"a.".repeat(200).slice(0, length - 4)}.org`.replace("..", ".b");
  expect([host(253), host(254)].map((name) => [name.length, "fault" in parse(`https://${name}/`)])).toEqual([
    [253, false],
    [254, true],
  ]);
});
