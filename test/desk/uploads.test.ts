import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deskOn } from "./desk-visitor.ts";
import { OWN, publish, settled, upload, YELP } from "./upload-form.ts";

test("scripts in names, cells and file names are text", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>"';
  const cell = `"${evil.replaceAll('"', '""')}"`;
  const table = `${cell},rating,date,name,review,reply\nx,5,2026-01-02,${cell},${cell},${cell}\nx,${cell},2026-01-02,A B,x,\n`;
  const { location } = await upload(visitor, [[`${evil}.csv`, table]]);
  const pages = [
    await settled(visitor, location),
    await visitor.see("/import"),
    await visitor.see(`${location}?kind=refused`),
  ];
  await publish(visitor, location, pages[0]?.text ?? "");
  pages.push(await settled(visitor, location), await visitor.see("/imports"));
  for (const { text } of pages) {
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
  }
  expect(pages[0]?.text).toContain("&lt;script&gt;");
  await desk.store.close();
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\x\\reviews.csv", "reviews.csv"],
  ["..", "file"],
  [".hidden.csv", "hidden.csv"],
  ["a\u202egpj.csv", "agpj.csv"],
  ["\u0000\n", "file"],
  [`${"é".repeat(300)}.csv`, `${"é".repeat(96)}.csv`],
])("a file called %j stays in its own folder", async (given, kept) => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const body = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${visitor.token()}\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="${given}"\r\n\r\n${YELP}\r\n--b--\r\n`;
  const headers = { ...OWN, "content-type": "multipart/form-data; boundary=b" };
  const answer = await visitor.send("/import", { method: "POST", body, headers });
  if (answer.status === 303) {
    const [folder = ""] = readdirSync(desk.folder);
    expect(readdirSync(join(desk.folder, folder)).filter((name) => name !== "rows")).toEqual([kept]);
  } else expect(answer.status).toBe(400);
  await desk.store.close();
});

test("a discarded file leaves nothing, and eight hours later neither does a forgotten one", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["yelp.csv", YELP]]);
  await settled(visitor, location);
  expect((await visitor.submit(`${location}/discard`)).location).toBe("/import");
  expect(readdirSync(desk.folder)).toEqual([]);
  expect((await visitor.see(location)).status).toBe(404);
  await upload(visitor, [
    ["a.csv", YELP],
    ["b.csv", YELP],
  ]);
  expect(readdirSync(desk.folder)).toHaveLength(2);
  desk.pass(8 * 3600 + 1);
  await visitor.see("/import");
  expect(readdirSync(desk.folder)).toEqual([]);
  await desk.store.close();
});

test("an upload without a token, with the token after the file, too large, or cut off leaves nothing", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  expect((await upload(visitor, [["yelp.csv", YELP]], "wrong")).status).toBe(403);
  await visitor.see("/import");
  const late = new FormData();
  late.append("files", new File([YELP], "yelp.csv"));
  late.set("token", visitor.token());
  expect((await visitor.send("/import", { method: "POST", body: late, headers: OWN })).status).toBe(403);
  expect((await upload(visitor, [])).status).toBe(400);
  const many = Array.from({ length: 25 }, (_, at): [string, string] => [`${at}.csv`, YELP]);
  expect((await upload(visitor, many)).status).toBe(413);
  const head = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${visitor.token()}\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="x.csv"\r\n\r\n`;
  const headers = { ...OWN, "content-type": "multipart/form-data; boundary=b" };
  const cut = await visitor.send("/import", { method: "POST", body: `${head}${YELP}`, headers });
  expect(cut.status).toBe(400);
  const declared = { ...headers, "content-length": String(2 ** 31) };
  expect((await visitor.send("/import", { method: "POST", body: `${head}${YELP}`, headers: declared })).status).toBe(
    413,
  );
  expect(existsSync(desk.folder) ? readdirSync(desk.folder) : []).toEqual([]);
  await desk.store.close();
});

test("an endless upload stops at the limit of a file, and leaves nothing", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const head = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${visitor.token()}\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="x.csv"\r\n\r\n`;
  const piece = new Uint8Array(1 << 20).fill(97);
  let sent = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : piece);
        sent += 1;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { ...OWN, "content-type": "multipart/form-data; boundary=b" };
  const answer = await visitor.send("/import", { method: "POST", body, headers });
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(270);
  expect(readdirSync(desk.folder)).toEqual([]);
  await desk.store.close();
});
