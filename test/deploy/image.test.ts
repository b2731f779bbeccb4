import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { peakMegabytes } from "../../bench/process.ts";
import { parseSettingsFile } from "../../src/terminal/settings-files.ts";
import { newFolder } from "../databases.ts";
import { LONG } from "../length.ts";
import { runCandor, startCandor } from "../server-process.ts";
import { exportedFiles, requestEverything } from "./every-page.ts";
import { buildImageTree, measureImage, ROOT } from "./image-tree.ts";

const deployed = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");

test("the files of the image, with production packages only, start and serve every page and document", async () => {
  const tree = newFolder();
  const { command, env, cwd } = buildImageTree(tree);
  expect(measureImage(tree)).toBeLessThan(200e6);
  const serve = command.at(-1);
  expect(serve).toBe("serve");
  const program = ["env", "-C", cwd, ...command.slice(0, -1)];
  const settings = { ...env, HOST: "127.0.0.1", PORT: "0" };
  await using server = await startCandor(settings, ["--demo"], program);
  // In a container with 256 MB: 50 MB of the peak are pages of the runtime's file, which need not stay in memory.
  if (process.platform === "linux") expect(peakMegabytes(server.pid)).toBeLessThan(285);
  // The package, which has the same files, is asked for every file that it exports; here npm run test:long does so, too.
  const found = await requestEverything(server, LONG ? await exportedFiles(settings, program) : []);
  expect(found.sitemap).toBeGreaterThan(200);
  expect(found.developers).toBeGreaterThan(3);
  expect(found.paths).toBeGreaterThan(450);
  expect(existsSync(join(cwd, "data/demo.db"))).toBe(true);
  // Commands in the container use the database of the service, whose settings they read.
  const own = await runCandor({}, ["settings", "--env", join(tree, "etc/candor.env")], program);
  expect(own.output).toContain("The database here is /var/lib/candor/candor.db (DATABASE_URL: ");
  expect(await server.stop()).toBe(0);
});

test("the import unit imports what is in the inbox, keeps what is refused there, and fails then", () => {
  const folder = newFolder();
  for (const name of ["inbox", "imported"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "inbox/one.csv"), "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
  const script = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(deployed("candor-import.service"))?.[1] ?? "";
  const program = /\/opt\/candor\/\S+bun\.exe --no-env-file \S+cli\.ts/g;
  const run = () => {
    const command = script.replace(program, `"${process.execPath}" "${join(ROOT, "src/cli.ts")}"`);
    return Bun.spawnSync(["sh", "-c", command], { cwd: folder, env: { PATH: process.env.PATH ?? "" } }).exitCode;
  };
  // It never begins a database.
  expect([run(), readdirSync(folder).sort(), readdirSync(join(folder, "inbox"))]).toEqual([
    1,
    ["imported", "inbox"],
    ["one.csv"],
  ]);
  writeFileSync(join(folder, "first.csv"), "id,rating,date,review\n9,5,2026-01-01,First.\n");
  const cli = [process.execPath, join(ROOT, "src/cli.ts"), "import", "first.csv"];
  expect(Bun.spawnSync(cli, { cwd: folder, env: { PATH: process.env.PATH ?? "" } }).exitCode).toBe(0);
  expect([run(), readdirSync(join(folder, "inbox")), readdirSync(join(folder, "imported"))]).toEqual([
    0,
    [],
    ["one.csv"],
  ]);
  writeFileSync(join(folder, "inbox/a.txt"), "not a table");
  writeFileSync(join(folder, "inbox/two.csv"), "id,rating,date,review\n2,4,2026-01-02,Good.\n");
  expect([run(), readdirSync(join(folder, "inbox"))]).toEqual([1, ["a.txt"]]);
  expect(readdirSync(join(folder, "imported")).sort()).toEqual(["one.csv", "two.csv"]);
});

test("the units that import and that open the desk are as closed as the unit of the service", () => {
  const closed = (name: string) =>
    deployed(name)
      .split("\n")
      .filter((line) =>
        /^(?:\w*Protect\w*|Private\w+|Restrict\w+|NoNew\w+|Lock\w+|Capab\w+|Ambient\w+|System\w+|UMask)=/.test(line),
      )
      .sort();
  for (const unit of ["candor-import.service", "candor-desk.service"])
    expect(closed(unit)).toEqual(closed("candor.service"));
  expect(closed("candor.service").length).toBeGreaterThan(15);
});

test("the image, the unit and compose.yaml start the same program the same way", () => {
  const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  const entry: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]");
  const cmd: string[] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]");
  expect(deployed("candor.service")).toContain(`\nExecStart=${[...entry, ...cmd].join(" ")}\n`);
  // Both read the same file of settings, and neither names the database elsewhere: a command would use another one.
  expect(dockerfile).toContain("COPY deploy/candor.env /etc/candor.env\n");
  expect(parseSettingsFile("candor.env", deployed("candor.env"))).toEqual({
    DATABASE_URL: "sqlite:/var/lib/candor/candor.db",
    DATABASE_MUST_EXIST: "true",
  });
  expect(deployed("candor.service")).not.toMatch(/^Environment/m);
  expect(dockerfile).not.toMatch(/^ENV.*DATABASE_URL/m);
  expect(deployed("candor-import.service")).toContain(` ${entry.join(" ")} import `);
  expect(deployed("candor-desk.service")).toContain(
    `\nExecStart=${entry.join(" ")} desk --no-serve --no-open --idle 0\n`,
  );
  const compose = Bun.YAML.parse(deployed("compose.yaml")) as { services: Record<string, { build?: string }> }; // our own file
  expect(compose.services["web-1"]?.build).toBe("..");
});

test("compose keeps state, database and backups in named volumes, and runs a dump and the list of erasures", () => {
  type Service = { volumes?: string[]; command?: string[]; read_only?: boolean };
  const compose = Bun.YAML.parse(deployed("compose.yaml")) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  }; // our own file
  const named = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(":")[0] ?? "").filter((name) => !name.startsWith(".")),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  for (const name of ["web-1", "web-2", "worker", "ledger"])
    expect([name, compose.services[name]?.volumes?.[0], compose.services[name]?.read_only]).toEqual([
      name,
      "state:/var/lib/candor",
      true,
    ]);
  for (const name of ["dump", "ledger"]) {
    const script = (compose.services[name]?.command?.[0] ?? "").replaceAll("$$", "$");
    expect(Bun.spawnSync(["sh", "-nc", script]).exitCode).toBe(0);
  }
  expect(compose.services.dump?.command?.[0]).toContain("pg_dump --format=custom");
  expect(compose.services.ledger?.command?.[0]).toContain("candor backup --ledger /backups/");
});

test("the Kubernetes example has one server, probes, and nothing that may be written but its volumes", () => {
  const [, set] = deployed("kubernetes.yaml")
    .split(/^---$/m)
    .map((text) => Bun.YAML.parse(text)) as { spec: Record<string, unknown> }[]; // our own file
  expect(set?.spec.replicas).toBe(1);
  const text = deployed("kubernetes.yaml");
  for (const line of [
    "readOnlyRootFilesystem: true",
    "runAsNonRoot: true",
    "path: /readyz",
    "path: /healthz",
    "drop: [ALL]",
  ])
    expect(text).toContain(line);
});
