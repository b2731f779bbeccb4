import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { openStore } from "../../src/store/connection/open-store.ts";
import { crawl } from "../crawl.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { CLI, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver } from "../websub/receiver.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { until } from "./serving.ts";

/** One word in every text of the review: its two revisions, its title, the replies and the name. */
const MARKS = ["Quillfeather", "Brambleside", "Thistledown", "Marrowstone", "Zebrowski", "Foxgloves"];
const FIRST = "Quillfeather is what I called the long stretch they taught me for my back.";
const SECOND = "Brambleside is what I call the long stretch they taught me and it works.";
const HEAD = "id,name,rating,date,title,review,reply,reply date";
const OTHERS = Array.from(
  { length: 12 },
  (_, at) => `o${at},Pat Moss,5,2026-01-0${(at % 8) + 1},,The plan for week ${at} was clear and I followed it.,,`,
);

const findMarks = (text: string): string[] => MARKS.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** PostgreSQL replaces some of its own files meanwhile. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (sizeOf(path) === 0) return Buffer.alloc(0);
    throw error;
  }
}

/** Compressed files are opened: a word in them cannot be seen otherwise. */
function readText(path: string): string {
  const bytes = readIfThere(path);
  const plain = path.endsWith(".gz") ? gunzipSync(bytes) : path.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
  return `${plain.toString("latin1")}\n${plain.toString("utf8")}`;
}

const searchFiles = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => findMarks(readText(path)).map((mark) => `${mark} in ${path}`));

/** The files in which PostgreSQL keeps a database, and those of the whole cluster but its write-ahead log. */
async function postgresFiles(url: string): Promise<string[]> {
  const store = await openStore(url, { existing: true });
  await store.query("CHECKPOINT");
  const [row] = await store.query<{ folder: string; oid: string }>(
    "SELECT current_setting('data_directory') AS folder, CAST(oid AS TEXT) AS oid FROM pg_database WHERE datname = current_database()",
  );
  await store.close();
  if (!row) throw new Error("no database");
  const all = filesIn(row.folder).filter((path) => !path.includes("/pg_wal/") && sizeOf(path) > 0);
  return all.filter((path) => !path.includes("/base/") || path.includes(`/base/${row.oid}/`));
}

describe.each(DATABASES)("a person who was erased in $dialect", ({ dialect, newDatabase }) => {
  const folder = newFolder();
  const work = join(folder, "work");
  const candor = async (env: Record<string, string>, ...args: string[]) => {
    const child = Bun.spawn([...CLI, ...args], {
      cwd: work,
      env: { PATH: process.env.PATH ?? "", PORT: "1", ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, error };
  };

  test("is in no file, document or answer afterwards, and no backup brings the words back", async () => {
    mkdirSync(work);
    const url = await newDatabase();
    const env = { DATABASE_URL: url, BASE_URL: "https://reviews.example" };
    const write = (name: string, ...rows: string[]) => {
      writeFileSync(join(work, name), `${[HEAD, ...rows].join("\n")}\n`);
      return name;
    };
    const load = async (file: string, source: string) => {
      const done = await candor(env, "import", file, "--source", source, "--verified-by", "operator", "--json");
      expect(done).toMatchObject({ code: 0 });
      return JSON.parse(done.out);
    };
    const profile = { name: "Harbor Physical Therapy", time_zone: "America/Los_Angeles" };
    writeFileSync(join(work, "business.json"), JSON.stringify(profile));
    expect(await candor(env, "business", "business.json")).toMatchObject({ code: 0 });

    const original = "a1,Ann Zebrowski,5,2026-02-01,Thistledown days";
    await load(write("first.csv", `${original},${FIRST},,`, ...OTHERS), "google");
    await load(write("copy.csv", `y1,Ann Zebrowski,5,2026-02-02,Foxgloves,${FIRST},,`), "yelp");
    await load(
      write("edited.csv", `${original},${SECOND},Thank you Ann Zebrowski! Marrowstone greetings to you.,2026-02-05`),
      "google",
    );

    // Delivered, exported and backed up while it is public.
    const authority = openAuthority();
    const receiver = await openReceiver(authority.issue(["127.0.0.1"]));
    const store = await openStore(url, { existing: true });
    const server_env = {
      ...env,
      WEBSUB_RETRY_SECONDS: "0,1",
      NODE_EXTRA_CA_CERTS: authority.ca_path,
      WEBSUB_ALLOWED_CALLBACKS: `127.0.0.1:${receiver.port}`,
    };
    const server = await startCandor(server_env);
    await server.until("/reviews.json", (body) => body.includes("Brambleside"));
    await insertSubscriptions(store, [`https://127.0.0.1:${receiver.port}/feed`]);
    await store.query("UPDATE subscription SET delivered_seq = -1");
    await until(() => receiver.posts().some(({ body }) => body.includes("Brambleside")));
    const [review] = await store.query<{ id: string }>("SELECT id FROM review WHERE text LIKE 'Brambleside%'");
    const id = review?.id ?? "";
    expect(await candor(env, "export", "earlier-export")).toMatchObject({ code: 0 });
    if (dialect === "SQLite") expect(await candor(env, "backup", "earlier.db")).toMatchObject({ code: 0 });
    else {
      await server.stop();
      await store.query("ANALYZE"); // the statistics have whole texts
      await store.close();
      const admin = await openStore(url.replace(/[^/]*$/, "postgres"));
      await admin.query(`CREATE DATABASE earlier TEMPLATE ${url.slice(url.lastIndexOf("/") + 1)}`);
      await admin.close();
    }
    const running = dialect === "SQLite" ? server : await startCandor(server_env);
    receiver.requests.length = 0;

    const erased = await candor(env, "erase", id, "--reason", "erased_on_request", "--yes");
    expect(erased.out).toStartWith("2 erased");
    await running.until(`/api/reviews/${id}`, (_, answer) => answer.status === 410);
    const looking = await openStore(url, { existing: true });
    const owed = "SELECT id FROM subscription WHERE delivered_seq < (SELECT seq FROM topic WHERE path = '/feed.xml')";
    await until(async () => receiver.posts().length > 0 && (await looking.query(owed)).length === 0);
    await looking.close();
    expect(
      findMarks(
        receiver
          .posts()
          .map(({ body }) => body.toString())
          .join("\n"),
      ),
    ).toEqual([]);

    const answers = await crawl(running);
    const asked = `/api/reviews/search?query=stretch&limit=100`;
    const more = await Promise.all([asked, `/reviews/${id}`, `/api/reviews/${id}`].map((path) => running.get(path)));
    for (const answer of more) answers.push({ path: answer.url, status: 0, type: "", body: await answer.text() });
    expect(answers.flatMap(({ path, body }) => findMarks(body).map((mark) => `${mark} in ${path}`))).toEqual([]);
    expect(await candor(env, "export", "later-export")).toMatchObject({ code: 0 });
    expect(searchFiles(filesIn(join(work, "later-export")))).toEqual([]);
    for (const command of [["status", "--json"], ["digest"], ["person", "Ann Zebrowski"], ["undo", "--yes"]]) {
      const { out, error } = await candor(env, ...command);
      expect(findMarks((out + error).replace("nothing is stored of Ann Zebrowski", ""))).toEqual([]);
    }
    const files = dialect === "SQLite" ? filesIn(dirname(url.slice("sqlite:".length))) : await postgresFiles(url);
    expect(files.length).toBeGreaterThan(0);
    expect(searchFiles(files)).toEqual([]);
    expect(findMarks(running.output())).toEqual([]);

    // None of the files that brought it brings it back.
    for (const [file, source] of [
      ["first.csv", "google"],
      ["copy.csv", "yelp"],
      ["edited.csv", "google"],
    ] as const)
      expect(await load(file, source)).toMatchObject({
        added: file === "first.csv" ? expect.any(Number) : 0,
        kept_out: 1,
      });
    const nameless = write("nameless.csv", `,,5,2026-02-01,,${FIRST},,`);
    expect(await load(nameless, "google")).toMatchObject({ added: 0, kept_out: 1 });
    await running.stop();
    receiver.close();

    // The backup from before comes back: in its place, and on a machine that has only the backup and the ledger.
    const restored: string[] = [];
    if (dialect === "SQLite") {
      await store.close();
      expect(await candor(env, "restore", "earlier.db", "--yes")).toMatchObject({ code: 0 });
      restored.push(url);
      const ledger = `${url.slice("sqlite:".length)}.erasures`;
      const there = join(folder, "new-machine");
      mkdirSync(there);
      copyFileSync(join(work, "earlier.db"), join(there, "backup.db"));
      copyFileSync(ledger, join(there, "newest.ledger"));
      const fresh = { DATABASE_URL: `sqlite:${join(there, "data", "candor.db")}` };
      const refused = await candor(fresh, "restore", join(there, "backup.db"));
      expect(refused).toMatchObject({ code: 1, error: expect.stringContaining("--ledger FILE") });
      const taken = ["--ledger", join(there, "newest.ledger")];
      expect(await candor(fresh, "restore", join(there, "backup.db"), ...taken)).toMatchObject({ code: 0 });
      restored.push(fresh.DATABASE_URL);
    } else {
      const earlier = url.replace(/[^/]*$/, "earlier");
      const applied = await candor({ DATABASE_URL: earlier }, "restore", "--ledger", "data/candor.erasures", "--json");
      expect(JSON.parse(applied.out)).toEqual({ ledger: "data/candor.erasures", erased: 2 });
      restored.push(earlier);
    }
    for (const database of restored) {
      const again = await startCandor({ ...env, DATABASE_URL: database });
      await again.until(`/api/reviews/${id}`, (_, answer) => answer.status === 410);
      const bodies = (await crawl(again)).map(({ path, body }) => [path, findMarks(body)] as const);
      expect(bodies.filter(([, marks]) => marks.length > 0)).toEqual([]);
      await again.stop();
      const paths =
        dialect === "SQLite" ? filesIn(dirname(database.slice("sqlite:".length))) : await postgresFiles(database);
      expect(searchFiles(paths.filter((path) => !path.includes("new-machine/backup")))).toEqual([]);
      expect(
        await candor(
          { DATABASE_URL: database },
          "import",
          "edited.csv",
          "--source",
          "google",
          "--json",
          "--verified-by",
          "operator",
        ),
      ).toMatchObject({ code: 0, out: expect.stringContaining('"kept_out": 1') });
    }
  });
});
