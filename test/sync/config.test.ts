import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEvery } from "../../src/setting-values.ts";
import { nameFault, parseHeader, urlFault } from "../../src/sync/config.ts";
import { SyncFault } from "../../src/sync/fault.ts";
import { groupParts, scanFolder } from "../../src/sync/scan-folder.ts";
import { hideSecrets, readSecret, secretParts } from "../../src/sync/source-secrets.ts";
import { newFolder } from "../databases.ts";
import { place } from "./files.ts";

test("a URL may have parameters, but none that looks like a secret", () => {
  const guard = { ports: [443], allowed: [], own_host: "mirror.example.net" };
  expect(urlFault("https://reviews.example.com/a.json?page=2&order=new", guard)).toBeNull();
  expect(urlFault("https://reviews.example.com/a.json?page=2&api%5Fkey=abc", guard)).toStartWith(
    "its parameter api_key looks like a secret",
  );
  expect(urlFault("https://127.0.0.1/a.json", guard)).not.toBeNull();
});

test.each([
  ["30s", 30],
  ["15m", 900],
  ["1h", 3600],
  ["365d", 31_536_000],
  ["366d", null],
  ["31536000s", null],
  ["0s", null],
  ["1w", null],
  ["h", null],
  ["", null],
])("--every %p is %p seconds", (text, seconds) => {
  expect(parseEvery(text)).toBe(seconds);
});

test.each([
  ["Authorization=APIFY", { name: "Authorization", secret: "APIFY" }],
  ["X-Api-Key=DESK_2", { name: "X-Api-Key", secret: "DESK_2" }],
  ["Authorization=", { fault: "must be NAME=SECRET_NAME, such as Authorization=APIFY" }],
  ["=APIFY", { fault: "must be NAME=SECRET_NAME, such as Authorization=APIFY" }],
  ["a b=APIFY", { fault: "must be NAME=SECRET_NAME, such as Authorization=APIFY" }],
  ["if-None-Match=APIFY", { fault: "if-None-Match is a header that Candor sets itself" }],
  ...["apify", "A=B", "DESK_FILE"].map((secret) => [
    `Authorization=${secret}`,
    { fault: "SECRET_NAME has capital letters, digits and _: its value is the setting SYNC_SECRET_SECRET_NAME" },
  ]),
] as [string, ReturnType<typeof parseHeader>][])("--header %s is %p", (text, parsed) => {
  expect(parseHeader(text)).toEqual(parsed);
});

test("a source has a name of up to 40 plain characters that is no command", () => {
  const names = ["a", "7.front-desk_2", "a".repeat(40), "a".repeat(41), "-a", "a b", "", "pause", "Pause"];
  expect(names.filter((name) => nameFault(name) === null)).toEqual(["a", "7.front-desk_2", "a".repeat(40), "Pause"]);
});

function faultOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof SyncFault ? `${error.fault.code}: ${error.fault.text}` : String(error);
  }
}

test("a secret is a setting, or a file that only its owner may use", () => {
  const file = join(newFolder(), "desk");
  writeFileSync(file, "Bearer canary\n");
  const secrets = { APIFY: { value: "Bearer value" }, DESK: { file }, NONE: { file: `${file}.none` } };
  const read = (name: string) => faultOf(() => readSecret(secrets, name));
  chmodSync(file, 0o600);
  expect([readSecret(secrets, "APIFY"), readSecret(secrets, "DESK")]).toEqual(["Bearer value", "Bearer canary"]);
  for (const mode of [0o640, 0o601]) {
    chmodSync(file, mode);
    expect(read("DESK")).toStartWith("secret_file: SYNC_SECRET_DESK_FILE may be used by other users of this machine");
  }
  expect(read("NONE")).toStartWith("secret_file: SYNC_SECRET_NONE_FILE names no file: check the path");
  expect(read("toString")).toStartWith("secret_missing: neither SYNC_SECRET_toString nor");
});

test.each(["", "\n", " padded", "padded ", "two\nlines", "bell\u0007"])(
  "%p cannot be the value of a header",
  (value) => {
    const fault = faultOf(() => readSecret({ A: { value } }, "A"));
    expect(fault).toStartWith("secret_missing: the value of SYNC_SECRET_A cannot be a header");
  },
);

test("a secret is hidden with its token, but not every short word of it", () => {
  expect(secretParts("Bearer abc def123")).toEqual(["Bearer abc def123", "Bearer", "def123"]);
  expect(secretParts("Bearer")).toEqual(["Bearer"]);
  expect(hideSecrets("key def123 and abc, def123", secretParts("Token abc def123"))).toBe("key … and abc, …");
});

test("the files of a folder are listed by their time, then by name, and parts of one export together", () => {
  const folder = newFolder();
  place(folder, "b.csv", "b", "2026-04-30T10:00:00Z");
  place(folder, "a.csv", "a", "2026-04-30T10:00:00Z");
  place(folder, "takeout-20260420T100000Z-2-002.zip", "2", "2026-04-29T10:00:00Z");
  place(folder, "late.csv", "l", "2026-05-01T10:00:00Z");
  place(folder, "takeout-20260420T100000Z-2-001.zip", "1", "2026-05-02T10:00:00Z");
  for (const name of ["empty.csv", "Thumbs.db", "desktop.ini", "a.csv~", ".a.csv", "~lock", "a.TMP", "a.opdownload"])
    place(folder, name, name === "empty.csv" ? "" : "x");
  mkdirSync(join(folder, "inner.csv"));
  const names = (files: readonly { path: string }[]) => files.map(({ path }) => path.slice(folder.length + 1));
  const { files } = scanFolder(folder);
  const [second, first] = ["takeout-20260420T100000Z-2-002.zip", "takeout-20260420T100000Z-2-001.zip"];
  expect(names(files)).toEqual([second, "a.csv", "b.csv", "late.csv", first]);
  expect(groupParts(files).map(names)).toEqual([[second, first], ["a.csv"], ["b.csv"], ["late.csv"]]);
});

test("a path that is no folder is a fault that removes nothing", () => {
  const file = place(newFolder(), "a.csv", "a");
  for (const path of [file, `${file}.none`])
    expect(faultOf(() => scanFolder(path))).toBe(
      `folder_missing: the folder ${path} does not exist or is not mounted: no review was removed`,
    );
});
