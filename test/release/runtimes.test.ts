import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchRuntime } from "../../release/programs.ts";
import { TARGETS, type Target } from "../../release/targets.ts";
import { newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";

const [TARGET] = TARGETS;
if (!TARGET) throw new Error("there are no targets");
const NAME = TARGET.runtime_package;

/** An npm package with a runtime of a few bytes. */
function packRuntime(): Buffer {
  const folder = newFolder();
  mkdirSync(join(folder, "package/bin"), { recursive: true });
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name: NAME, version: "1.2.3" }));
  writeFileSync(join(folder, "package/bin/bun"), "a runtime");
  expect(Bun.spawnSync(["tar", "-czf", "runtime.tgz", "package"], { cwd: folder }).exitCode).toBe(0);
  return readFileSync(join(folder, "runtime.tgz"));
}

const archive = packRuntime();
const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(archive).digest("base64")}`;
let registry: Bun.Server<undefined>;

beforeAll(() => {
  registry = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ url }) {
      const { origin, pathname } = new URL(url);
      if (pathname === "/runtime.tgz") return new Response(new Uint8Array(archive));
      if (decodeURIComponent(pathname) !== `/${NAME}`) return new Response("{}", { status: 404 });
      const dist = { tarball: `${origin}/runtime.tgz`, integrity };
      const version = { name: NAME, version: "1.2.3", dist };
      return Response.json({ name: NAME, "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": version } });
    },
  });
});
afterAll(() => registry.stop(true));

/** A checkout whose lock file names this hash, and whose npm asks the registry above and keeps nothing. */
function checkout(locked: string, target: Target): string {
  const root = newFolder();
  const packages = { [`node_modules/${target.runtime_package}`]: { integrity: locked } };
  writeFileSync(join(root, "package.json"), JSON.stringify({ dependencies: { bun: "1.2.3" } }));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
  writeFileSync(
    join(root, ".npmrc"),
    `registry=${registry.url}\n@oven:registry=${registry.url}\ncache=${newFolder()}\n`,
  );
  return root;
}

test("a runtime comes from the registry, unpacked", async () => {
  const runtime = await fetchRuntime(checkout(integrity, TARGET), TARGET, newFolder());
  expect(typeof runtime === "string" ? readFileSync(runtime, "utf8") : runtime).toBe("a runtime");
});

test("a runtime with another hash than that of the lock file ends the release", async () => {
  expect(await endOf(fetchRuntime(checkout("sha512-AAAA", TARGET), TARGET, newFolder()))).toThrow(
    `${NAME}@1.2.3 is not the package that package-lock.json names: its hash is ${integrity}`,
  );
});

test("a runtime that the registry does not have is missing, with npm's reason", async () => {
  const target = { ...TARGET, runtime_package: "@oven/bun-nowhere" };
  expect(await fetchRuntime(checkout(integrity, target), target, newFolder())).toEqual({
    reason: expect.stringContaining("npm pack @oven/bun-nowhere@1.2.3 ended with 1: npm error code E404"),
  });
});
