import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";

test("a folder to which Candor writes is no source: there would always be something new", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "desk.csv"), "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, BACKUP_FOLDER: newFolder() };
  expect(await candor(env, "import", join(folder, "desk.csv"))).toMatchObject({ code: 0 });
  const add = async (path: string) => (await candor(env, "sync", "add", "folder", "desk", path)).error;
  expect(await add(folder)).toBe(
    `candor: ${folder} is where Candor keeps its database: put the files into a folder of their own\n`,
  );
  expect(await add(join(env.BACKUP_FOLDER, "."))).toContain("is where Candor keeps its backups");
  expect(await add(newFolder())).toBe("");
});
