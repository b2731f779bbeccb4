import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DESK_ROUTES } from "../../src/desk/desk-routes.ts";
import { buildXlsx } from "../spreadsheets.ts";
import { buildZip } from "../zip.ts";
import { enterDesk, installation, linkIn, startDeskProcess, until } from "./desk-process.ts";
import { deskOn } from "./desk-visitor.ts";
import { publish, settled, upload } from "./upload-form.ts";

const REVIEWS = "Takeout/Google Business Profile/account-1/location-2/reviews.json";
const SPACES = new Uint8Array(30 << 20).fill(32);
const WORKBOOK = buildXlsx([
  {
    name: "One",
    rows: [
      ["rating", "date"],
      ["5", "2026-01-02"],
    ],
  },
]);

test.each<[string, string, Uint8Array | string]>([
  ["a zip that unpacks to far more", "bomb.zip", buildZip([{ name: REVIEWS, data: SPACES }])],
  ["a zip that lies about its size", "liar.zip", buildZip([{ name: REVIEWS, data: SPACES, claimed_size: 1000 }])],
  ["a workbook that unpacks to far more", "bomb.xlsx", buildZip([{ name: "xl/workbook.xml", data: SPACES }])],
  ["a workbook that was cut", "cut.xlsx", WORKBOOK.subarray(0, WORKBOOK.length - 40)],
  ["a zip in a zip", "zips.zip", buildZip([{ name: "a.zip", data: buildZip([{ name: "b", data: "x" }]) }])],
  ["lists in lists", "deep.json", "[".repeat(200_000)],
  ["a cell that never ends", "quote.csv", `rating,date,review\n5,2026-01-02,"${"x".repeat(3 << 20)}`],
  ["noise", "noise.csv", Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)],
])("%s is told in words, changes nothing and leaves nothing", async (_, name, data) => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const sent = await upload(visitor, [[name, typeof data === "string" ? data : new Uint8Array(data)]]);
  const page = await settled(visitor, sent.location);
  expect(page.text).toContain("The file cannot be used.");
  expect(page.text).not.toContain(desk.folder);
  expect(page.text).not.toContain("Publish");
  expect((await visitor.submit(`${sent.location}/discard`)).location).toBe("/import");
  expect(readdirSync(desk.folder)).toEqual([]);
  expect(await desk.store.query("SELECT id FROM review")).toEqual([]);
  expect(desk.log.filter((line) => line.includes('"error"'))).toEqual([]);
  await desk.store.close();
});

test("an upload that stops halfway, and one that never ends its head, leave nothing", async () => {
  const { folder, env, desk_port } = installation();
  const desk = startDeskProcess(env, ["--no-open", "--no-serve"]);
  const { origin, cookie, token, see } = await enterDesk(await until(() => linkIn(desk.output())));
  const uploads = join(folder, "desk/uploads");
  const kept = () => (existsSync(uploads) ? readdirSync(uploads) : []);
  const head = `POST /import HTTP/1.1\r\nHost: 127.0.0.1:${desk_port}\r\nOrigin: ${origin}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n`;
  const form = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="x.csv"\r\n\r\n`;
  const socket = connect(desk_port, "127.0.0.1");
  socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n${form}`);
  socket.write("x".repeat(1 << 20));
  await until(() => kept().length === 1);
  const unfinished = connect(desk_port, "127.0.0.1");
  unfinished.write(head);
  // Others are served meanwhile.
  expect(await see("/import")).toContain("Import reviews");
  socket.destroy();
  await until(() => kept().length === 0);
  unfinished.destroy();
  expect(await see("/import")).not.toContain("x.csv");
  desk.child.kill("SIGTERM");
  expect(await desk.child.exited).toBe(0);
});

/** Ends an attribute, an element and a script. */
const EVIL = `"'></script></textarea></title><img src=x onerror=alert(1)><script>alert(1)</script>`;
const cell = `"${EVIL.replaceAll('"', '""')}"`;

test("scripts in every field of a file, of the profile and of an address are text on every page", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const pages: [string, string][] = [];
  const look = async (path: string) => {
    const { text, status } = await visitor.see(path);
    expect([path, status < 500]).toEqual([path, true]);
    pages.push([path, text]);
    return text;
  };
  const first: [string, string][] = [
    ["name", EVIL],
    ["type", "Physiotherapy"],
    ["country", "US"],
    ["time_zone", "America/Los_Angeles"],
  ];
  expect((await visitor.submit("/", first)).location).toBe("/import");
  const profile = await look("/profile");
  const fields = [...profile.matchAll(/<(?:input|textarea)[^>]*? name="([^"]+)"/g)].map(([, name = ""]) => name);
  const typed = fields
    .filter((name) => name !== "token" && name !== "mark")
    .map((name): [string, string] => [name, EVIL]);
  const refused = await visitor.submit("/profile", [...typed, ["mark", ""]]);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  pages.push(["/profile, refused", refused.text]);

  const names = [
    "id",
    "rating",
    "date",
    "name",
    "title",
    "review",
    "reply",
    "source_url",
    "language",
    "May we publish it?",
    cell,
  ];
  const rows = [
    [cell, "5", "2026-01-02", cell, cell, cell, cell, cell, cell, "yes", cell],
    [cell, cell, cell, cell, cell, cell, cell, cell, cell, cell, cell],
    ["x", "2", "2026-01-03", cell, cell, cell, cell, "https://example.com/", "en", cell, cell],
  ];
  const table = [names, ...rows].map((row) => row.join(",")).join("\n");
  const asked = await upload(visitor, [[`${EVIL}.csv`, table]]);
  let text = await look(asked.location).then(() => settled(visitor, asked.location).then((page) => page.text));
  pages.push([asked.location, text]);
  const boxes = [...text.matchAll(/<input type="(?:radio|checkbox)" name="(question:\d+(?::yes)?)" value="0"/g)];
  const revision = /name="revision" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const answers = boxes.map(([, name = ""]): [string, string] => [name, "0"]);
  if (boxes.length > 0) {
    await visitor.submit(`${asked.location}/preview`, [["revision", revision], ...answers]);
    text = (await settled(visitor, asked.location)).text;
  }
  expect(text).toContain("Publish");
  pages.push([`${asked.location}, preview`, text]);
  for (const kind of ["held", "refused", "added"]) await look(`${asked.location}?kind=${kind}`);
  await publish(visitor, asked.location, text);
  pages.push(["published", (await settled(visitor, asked.location)).text]);

  const ids = (await desk.store.query<{ id: string }>("SELECT id FROM review")).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  const evil = encodeURIComponent(EVIL);
  // The file to download is no page.
  for (const { method, path } of DESK_ROUTES)
    if (method === "GET" && !path.endsWith(".yaml"))
      await look(
        path
          .replace(":number", "1")
          .replace(":run", "1")
          .replace(":id", ids[0] ?? ""),
      );
  for (const path of [
    `/reviews?words=${evil}`,
    `/waiting?choose=${evil}`,
    `/reviews/${evil}`,
    `/${evil}`,
    `/import/${evil}`,
  ])
    await look(path);
  for (const [path, given] of [
    ["/person", [["person", EVIL]]],
    [
      "/sources",
      [
        ["decision", "add"],
        ["name", EVIL],
        ["place", EVIL],
        ["kind", EVIL],
      ],
    ],
    [
      `/reviews/${ids[0]}/erase`,
      [
        ["typed", EVIL],
        ["also", EVIL],
      ],
    ],
    [
      `/reviews/${ids[0]}/edit`,
      [
        ["edit", "hide"],
        ["words", EVIL],
        ["kind", EVIL],
      ],
    ],
    ["/backups/test", [["file", EVIL]]],
  ] as [string, [string, string][]][])
    pages.push([path, (await visitor.submit(path, given)).text]);
  for (const [path, shown] of pages)
    for (const live of ["<img src=x", "<script>alert", "</textarea></title>", `"'>`])
      expect([path, live, shown.includes(live)]).toEqual([path, live, false]);
  expect(pages.filter(([, shown]) => shown.includes("&lt;img src=x")).length).toBeGreaterThan(10);
  await desk.store.close();
});
