import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readReviews } from "../../src/store/reviews/reviews.ts";
import type { Store } from "../../src/store/store.ts";
import { saveRequests } from "../../src/store/sync/source-requests.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { newFolder } from "../databases.ts";
import { CLI } from "../server-process.ts";
import { buildXlsx } from "../spreadsheets.ts";
import { ownerFolder } from "./owner-files.ts";

/** The order in which an owner would use them: each may need what another one made. Serve never ends: readme.test.ts runs it. */
const ORDER = [
  "business",
  "import",
  "add",
  "verify",
  "reply",
  "show",
  "withhold",
  "consent",
  "status",
  "waiting",
  "accept",
  "refuse",
  "different",
  "same",
  "digest",
  "subscriptions",
];
const LAST = ["analyze", "settings", "doctor", "check", "export", "backup", "erase", "restore", "undo"];

const folder = ownerFolder();
const database = `sqlite:${folder}/data/candor.db`;
const write = (name: string, data: string | Uint8Array) => writeFileSync(join(folder, name), data);
copyFileSync(join(folder, "takeout.zip"), join(folder, "takeout-20260501.zip"));
write("reviews.csv", 'Stars,date,name,review,reply\n5,2026-01-02,Ann Bee,Good.,"Your knee surgery went well!"\n');
write(
  "taxonomy.yaml",
  "id: bike-shop\nlabel: Bike shop\nnoun: shop\naspects: [{ id: repairs, label: Repairs, words: brakes gears wheel }]\n",
);
write("export.csv", "Stars,Day of visit,name\n4,2026-01-05,Cy Dee\n");
write(
  "reviews.xlsx",
  buildXlsx([
    { name: "Notes", rows: [["nothing"]] },
    {
      name: "Reviews",
      rows: [
        ["rating", "date", "name"],
        ["5", "2026-02-01", "Di Ek"],
      ],
    },
  ]),
);

mkdirSync(join(folder, "inbox"));

const env = { PATH: process.env.PATH ?? "", HOME: folder, DATABASE_URL: database, PORT: "0" };

/** A source asks to change the stars of a review. */
async function askFor(store: Store, review_id: string): Promise<void> {
  const source = {
    name: "asks",
    kind: "url",
    config: '{"url":""}',
    config_hash: "",
    next_run: "2099-01-01T00:00:00Z",
  } as const;
  await addSyncSource(store, source);
  const [row] = await readReviews(store, [review_id]);
  const wanted = JSON.stringify({ row: { ...row, rating: 2 }, unknown: [], updated_known: false, as_given: false });
  const asked = { source: "asks", review_id, hash: crypto.randomUUID(), asked_at: "2026-05-01T12:00:00Z", wanted };
  await saveRequests(store, [{ ...asked, kind: "source_change", reason: "elsewhere" }]);
}

/** The review that an example is about. What was verified is taken back as a whole, so that its import can be undone. */
async function idFor(line: string): Promise<string> {
  const which = line.includes("--undo")
    ? "id IN (SELECT review_id FROM decision WHERE kind = 'verified')"
    : line.startsWith("candor verify")
      ? "state = 'held'"
      : line.startsWith("candor reply")
        ? "reply_text IS NOT NULL"
        : "state = 'published'";
  const store = await openStore(database);
  const rows = await store.query<{ id: string }>(`SELECT id FROM review WHERE ${which} ORDER BY id`);
  const [row] = rows;
  if (/^candor (accept|refuse)/.test(line)) await askFor(store, row?.id ?? "");
  if (/^candor (same|different)/.test(line))
    await store.query(
      `UPDATE review SET state = 'held', held_reason = 'duplicate', held_at = changed_at,
         duplicate_of = (SELECT max(id) FROM review) WHERE id = $1`,
      [row?.id ?? ""],
    );
  if (/^candor words/.test(line))
    await store.query("UPDATE review SET doubtful = $2 WHERE id = $1", [row?.id ?? "", DOUBTFUL]);
  await store.close();
  return line.includes("--undo") ? rows.map(({ id }) => id).join(" ") : (row?.id ?? "");
}

const DOUBTFUL = `2126-01-01 ${JSON.stringify([{ field: "text", start: 0, shown: "x", words: "y", since: "2126-01-01" }])}`;

async function run(line: string, cwd = folder) {
  const id = /\bID\b/.test(line) ? await idFor(line) : "";
  const command = line.replace(/\bID\b/, id).replace(/(^|\s)candor /, `$1${CLI.join(" ")} `);
  const child = Bun.spawn(["sh", "-c", command], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, error };
}

const examplesOf = (usage: string): string[] =>
  (/\nExamples:\n([\s\S]*)$/.exec(usage)?.[1] ?? "")
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

test("every example in the help texts works as printed", async () => {
  const listed = Array.from((await run("candor --help")).out.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name = ""]) => name);
  // Init writes into an empty folder, and the examples of other commands name its candor.env.
  const empty = newFolder();
  const [init = ""] = examplesOf((await run("candor help init")).out);
  expect(await run(init, empty)).toMatchObject({ code: 0, error: "" });
  copyFileSync(join(empty, "candor.env"), join(folder, "candor.env"));
  const known = [...ORDER, ...LAST, "serve", "init"];
  // A new command without a place in the order runs at the end.
  const order = [...ORDER, ...LAST, ...listed.filter((name) => !known.includes(name))];
  const failed: unknown[] = [];
  for (const name of order) {
    const examples = examplesOf((await run(`candor help ${name}`)).out);
    if (examples.length === 0) failed.push(`${name} has no examples`);
    for (const line of examples) {
      const { code, error } = await run(line);
      // This installation has no public origin, so doctor may report a fault.
      if (code !== 0 && name !== "doctor") failed.push({ line, code, error });
    }
  }
  expect(failed).toEqual([]);
});
