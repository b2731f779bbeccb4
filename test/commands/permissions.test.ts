import { expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { CLI, startCandor } from "../server-process.ts";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

// The last one takes the right to write from the owner, too.
for (const umask of ["0000", "0022", "0277"]) {
  test.concurrent(`with umask ${umask}, the database, its -wal and -shm, the saved snapshot, the lock, the key and a backup are 0600, new folders 0700`, async () => {
    const above = newFolder();
    chmodSync(above, 0o755);
    const [parent, data] =
      umask === "0277" ? [above, join(above, "candor")] : [join(above, "var"), join(above, "var/candor")];
    const env = { DATABASE_URL: `sqlite:${data}/candor.db`, SECRET_KEY: "", LOG_LEVEL: "debug" };
    const masked = ["sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...CLI];
    await using server = await startCandor(env, [], masked);
    const backup = Bun.spawnSync([...masked, "backup", join(data, "copy.db")], { env: { ...process.env, ...env } });
    expect(backup.exitCode).toBe(0);
    await until(() => server.events().some(({ event }) => event === "snapshot_saved"));
    const files = readdirSync(data).sort();
    expect(files).toEqual([
      "candor.db",
      "candor.db-shm",
      "candor.db-wal",
      "candor.db.lock",
      "candor.db.snapshot",
      "candor.key",
      "copy.db",
      "copy.db.erasures",
    ]);
    expect(files.map((name) => mode(join(data, name)))).toEqual(files.map(() => "600"));
    expect([mode(above), mode(data)]).toEqual(["755", "700"]);
    expect(mode(parent)).toBe(parent === above ? "755" : "700");
    expect(await server.stop()).toBe(0);
  });
}

test("doctor names files that others may read, and how to close them; a closed installation is ok", async () => {
  const data = join(newFolder(), "data");
  const env = { DATABASE_URL: `sqlite:${data}/candor.db` };
  await (await openStore(env.DATABASE_URL)).close();
  const finding = async (): Promise<unknown> => {
    const findings: { check: string }[] = JSON.parse((await candor(env, "doctor", "--json")).out);
    return findings.find(({ check }) => check === "files");
  };
  expect(await finding()).toMatchObject({ state: "ok" });
  chmodSync(join(data, "candor.db"), 0o640);
  chmodSync(data, 0o777);
  expect(await finding()).toEqual({
    check: "files",
    state: "warning",
    found: `other users of this machine may use ${data} (mode 0777), ${data}/candor.db (mode 0640)`,
    mend: `run chmod 0700 ${data} && chmod 0600 ${data}/candor.db`,
    fix: `run chmod 0700 ${data} && chmod 0600 ${data}/candor.db`,
  });
});

test("a backup that fails leaves no empty file", async () => {
  const data = newFolder();
  const env = { DATABASE_URL: `sqlite:${data}/candor.db` };
  await (await openStore(env.DATABASE_URL)).close();
  const { code } = await candor(env, "backup", join(data, "missing/copy.db"));
  expect([code, existsSync(join(data, "missing"))]).toEqual([1, false]);
});
