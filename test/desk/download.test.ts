import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { runCandor } from "../server-process.ts";
import { deskOn } from "./desk-visitor.ts";

const PASSPHRASE = "correct horse & battery";

/** The commands that the manual shows, with the passphrase from a file. */
function documented(folder: string, passphrase: string): string {
  const page = readFileSync(join(import.meta.dir, "../../docs/desk.md"), "utf8");
  const lines = page.split("\n").filter((line) => /^(openssl|tar) /.test(line));
  expect(lines.length).toBe(2);
  writeFileSync(join(folder, "passphrase"), passphrase);
  return lines.map((line) => line.replace(/ +#.*$/, "").replace("-d ", "-d -pass file:passphrase ")).join(" && ");
}

const open = (folder: string, passphrase: string) =>
  Bun.spawnSync(["sh", "-c", documented(folder, passphrase)], { cwd: folder, stdout: "pipe", stderr: "pipe" });

test("a downloaded backup is opened as the manual says, and restored without what was erased", async () => {
  const url = newSqliteDatabase();
  const desk = await deskOn(url);
  const rows = [reviewRow(1), reviewRow(2), reviewRow(3)];
  await insertRows(desk.store, rows);
  const [gone] = rows;
  await eraseReviews({ store: desk.store, now: desk.deps.now }, [gone?.id ?? ""], "erased_on_request");
  const visitor = await desk.signedIn();
  await visitor.see("/backups");
  const made = await visitor.submit("/backups");
  const [name = ""] = /candor-[\w-]+\.db/.exec(made.text) ?? [];
  const ask = (passphrase: string, again = passphrase, file = name) =>
    visitor.post("/backups/download", { token: visitor.token(), file, passphrase, again });
  for (const [passphrase, again] of [
    ["short", "short"],
    [PASSPHRASE, `${PASSPHRASE}.`],
  ])
    expect((await ask(passphrase ?? "", again)).status).toBe(400);
  expect((await ask(PASSPHRASE, PASSPHRASE, "../../etc/passwd")).status).toBe(409);
  const answer = await ask(PASSPHRASE);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}.tar.enc"`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.includes("SQLite format")).toBe(false);
  const folder = newFolder();
  writeFileSync(join(folder, "candor.db.tar.enc"), bytes);
  expect(open(folder, `${PASSPHRASE}!`).exitCode).not.toBe(0);
  const opened = open(folder, PASSPHRASE);
  expect([opened.exitCode, opened.stderr.toString()]).toEqual([0, ""]);
  const files = [name, `${name}.erasures`, "candor.key"];
  expect(opened.stdout.toString()).toBe(files.map((file) => `${file}: OK\n`).join(""));
  expect(statSync(join(folder, "candor.key")).mode & 0o777).toBe(0o600);
  const key = join(url.slice("sqlite:".length), "..", "candor.key");
  expect(readFileSync(join(folder, "candor.key"), "utf8")).toBe(readFileSync(key, "utf8"));
  expect((await visitor.see("/record")).text).toContain("Downloaded a backup");
  const restored = await runCandor({ DATABASE_URL: `sqlite:${folder}/new/candor.db` }, [
    "restore",
    join(folder, name),
    "--yes",
  ]);
  expect([restored.code, existsSync(join(folder, "new/candor.db"))]).toEqual([0, true]);
  const status = await runCandor({ DATABASE_URL: `sqlite:${folder}/new/candor.db` }, ["status", "--json"]);
  expect(JSON.parse(status.output)).toMatchObject({ reviews: { published: 2 } });
  expect(desk.log).toEqual([]);
  await desk.store.close();
});

test("a file of several megabytes arrives whole, and a changed one is noticed", async () => {
  const url = newSqliteDatabase();
  const desk = await deskOn(url);
  await desk.store.query("CREATE TABLE filler (body TEXT)");
  for (let row = 0; row < 6; row += 1)
    await desk.store.query("INSERT INTO filler (body) VALUES ($1)", [`${row}`.repeat(1 << 20)]);
  const visitor = await desk.signedIn();
  await visitor.see("/backups");
  const [name = ""] = /candor-[\w-]+\.db/.exec((await visitor.submit("/backups")).text) ?? [];
  const fields = { token: visitor.token(), file: name, passphrase: PASSPHRASE, again: PASSPHRASE };
  const bytes = Buffer.from(await (await visitor.post("/backups/download", fields)).arrayBuffer());
  const folder = newFolder();
  writeFileSync(join(folder, "candor.db.tar.enc"), bytes);
  expect(open(folder, PASSPHRASE).exitCode).toBe(0);
  bytes[4_000_000] = (bytes[4_000_000] ?? 0) ^ 1;
  writeFileSync(join(folder, "candor.db.tar.enc"), bytes);
  expect(open(folder, PASSPHRASE).stdout.toString()).toContain(`${name}: FAILED`);
  expect(readdirSync(folder).length).toBeGreaterThan(3);
  await desk.store.close();
});

test("with PostgreSQL the list of erasures is downloaded, and no backup is", async () => {
  const desk = await deskOn(await openPostgresDatabase());
  const rows = [reviewRow(1), reviewRow(2)];
  await insertRows(desk.store, rows);
  await eraseReviews({ store: desk.store, now: desk.deps.now }, [rows[0]?.id ?? ""], "erased_on_request");
  const visitor = await desk.signedIn();
  expect((await visitor.see("/backups")).text).toContain("pg_dump --format=custom");
  const list = await visitor.submit("/backups/ledger");
  expect(list.text.split("\n")[0]).toStartWith('{"candor_ledger":1');
  expect(list.text).toContain(rows[0]?.id ?? "?");
  const fields: [string, string][] = [
    ["file", "candor-2026-11-15T104200Z.db"],
    ["passphrase", PASSPHRASE],
    ["again", PASSPHRASE],
  ];
  expect((await visitor.submit("/backups/download", fields)).status).toBe(409);
  await desk.store.close();
});
