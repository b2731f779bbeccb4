import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { startCandor } from "../server-process.ts";
import { requestEverything } from "./every-page.ts";
import { buildImageTree, ROOT } from "./image-tree.ts";

const deployed = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");

test("the files of the image, with production packages only, start and serve every page and document", async () => {
  const { command, env, cwd } = buildImageTree(newFolder());
  const serve = command.at(-1);
  expect(serve).toBe("serve");
  const program = ["env", "-C", cwd, ...command.slice(0, -1)];
  const settings = { ...env, HOST: "127.0.0.1", PORT: "0" };
  await using server = await startCandor(settings, ["--demo"], program);
  const found = await requestEverything(server, settings, program);
  expect(found.sitemap).toBeGreaterThan(200);
  expect(found.developers).toBeGreaterThan(3);
  expect(found.paths).toBeGreaterThan(450);
  expect(existsSync(join(cwd, "candor.db"))).toBe(true);
  expect(await server.stop()).toBe(0);
}, 180_000);

test("the image, the unit and compose.yaml start the same program the same way", () => {
  const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  const entry: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]");
  const cmd: string[] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]");
  expect(deployed("candor.service")).toContain(`\nExecStart=${[...entry, ...cmd].join(" ")}\n`);
  expect(dockerfile).toContain("DATABASE_URL=sqlite:/var/lib/candor/candor.db");
  expect(deployed("candor.service")).toContain("\nEnvironment=DATABASE_URL=sqlite:/var/lib/candor/candor.db\n");
  const compose = Bun.YAML.parse(deployed("compose.yaml")) as { services: Record<string, { build?: string }> }; // our own file
  expect(compose.services["web-1"]?.build).toBe("..");
});
