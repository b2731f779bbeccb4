import { expect, test } from "bun:test";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { startClinic } from "../clinic-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { runCandor } from "../server-process.ts";

const ROOT = join(import.meta.dir, "..", "..");

/** The next version of this program: a copy with one more migration, in which reviews have another column. */
function newerVersion(): string[] {
  const folder = newFolder();
  for (const part of ["src", "insights/engine", "examples", "package.json", "CHANGELOG.md", "docs"]) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const path = join(folder, "src/store/migrations.ts");
  const text = readFileSync(path, "utf8");
  const end = text.lastIndexOf("];");
  writeFileSync(path, `${text.slice(0, end)}  ["ALTER TABLE review ADD COLUMN mood TEXT"],\n];\n`);
  return [process.execPath, join(folder, "src/cli.ts")];
}

test.each(DATABASES)(
  "on $dialect a server that is older than its database says so on /readyz, reads go on, and it returns when it can",
  async ({ newDatabase }) => {
    const env = { DATABASE_URL: await newDatabase() };
    await using server = await startClinic(env);
    const reviews = (await (await server.get("/reviews.json")).json()) as { reviews: { id: string }[] }; // our own document
    const id = reviews.reviews[0]?.id ?? "";
    expect((await server.get("/readyz")).status).toBe(200);
    const erased = await runCandor(env, ["erase", id, "--reason", "legal"], newerVersion());
    expect(erased).toMatchObject({ code: 0 });
    await server.until("/readyz", (_, { status }) => status === 503);
    expect(await (await server.get("/readyz")).json()).toEqual({
      status: "outdated",
      reason: expect.stringMatching(
        /^the database is from a newer Candor \(schema \d+; this program knows \d+\): install/,
      ),
    });
    expect((await server.get("/healthz")).status).toBe(200);
    expect((await server.get("/reviews.json")).status).toBe(200);
    // The upgrade is taken back.
    const store = await openStore(env.DATABASE_URL, { existing: true }).catch(() => null);
    expect(store).toBeNull();
    await takeBack(env.DATABASE_URL);
    await server.until("/readyz", (_, { status }) => status === 200);
    await server.until(`/api/reviews/${id}`, (_, { status }) => status === 410);
  },
);

/** This program refuses the database, so another connection takes the newer schema away. */
async function takeBack(database: string): Promise<void> {
  const statement = "DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)";
  if (database.startsWith("postgres")) {
    const sql = new Bun.SQL(database);
    await sql.unsafe(statement);
    await sql.close();
    return;
  }
  const { Database } = await import("bun:sqlite");
  const file = new Database(database.slice("sqlite:".length));
  file.run("PRAGMA busy_timeout = 5000");
  file.run(statement);
  file.close();
}
