import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { FAR_MS } from "../machine.ts";
import { CLI, runCandor } from "../server-process.ts";

type Env = Record<string, string>;

function installation(): { folder: string; env: Env; port: number; desk_port: number } {
  const folder = newFolder();
  const [port, desk_port] = [freePort(), freePort()];
  const env = {
    DATABASE_URL: `sqlite:${folder}/candor.db`,
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DESK_PORT: String(desk_port),
  };
  return { folder, env, port, desk_port };
}

/** Starts `candor desk` in its own process. */
function startDeskProcess(env: Env, args: readonly string[]) {
  const child = Bun.spawn([...CLI, "desk", ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) output += new TextDecoder().decode(chunk);
  };
  void read(child.stdout);
  void read(child.stderr);
  return { child, output: () => output };
}

async function until<T>(look: () => T | null | undefined | false | Promise<T | null | undefined | false>): Promise<T> {
  for (const started = performance.now(); performance.now() - started < FAR_MS; await Bun.sleep(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`it did not happen: ${look}`);
}

const linkIn = (output: string): string | undefined => /http:\/\/\S+\/open\?token=\S+/.exec(output)?.[0];
const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

test("one command opens the desk and serves the public pages, and Ctrl-C ends both", async () => {
  const { env, port, desk_port } = installation();
  const desk = startDeskProcess(env, ["--no-open"]);
  const link = await until(() => linkIn(desk.output()));
  expect(link).toStartWith(`http://127.0.0.1:${desk_port}/open?token=`);
  expect(desk.output()).toContain("Stop with Ctrl-C.");
  expect(await (await fetch(link)).text()).toContain("<h1>Open the desk</h1>");
  await until(() => answers(`http://127.0.0.1:${port}/readyz`));
  // Nobody sees the token in the list of processes.
  const arguments_of = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return ""; // it ended
      }
    });
  expect(arguments_of.some((line) => line.includes("desk\0--no-open"))).toBe(true);
  expect(arguments_of.some((line) => line.includes(link.split("=")[1] ?? "?"))).toBe(false);
  desk.child.kill("SIGINT");
  expect(await desk.child.exited).toBe(0);
  expect(await answers(`http://127.0.0.1:${port}/healthz`)).toBe(false);
});

test("a second start and candor desk link lead to the desk that runs; one that was killed is replaced", async () => {
  const { env } = installation();
  const first = startDeskProcess(env, ["--no-open", "--no-serve"]);
  const one = await until(() => linkIn(first.output()));
  const second = await runCandor({ ...env, DESK_PORT: String(freePort()) }, ["desk", "--no-open", "--no-serve"]);
  expect(second.code).toBe(0);
  expect(second.output).toContain("The desk of this database already runs.");
  const more = await runCandor(env, ["desk", "link"]);
  const origins = [one, linkIn(second.output), linkIn(more.output)].map((link) => new URL(link ?? "").origin);
  expect(new Set(origins).size).toBe(1);
  const opened = await fetch(`${origins[0]}/open`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token: (linkIn(more.output) ?? "").split("=")[1] ?? "" }),
    headers: { origin: origins[0] ?? "" },
  });
  expect(opened.status).toBe(303);
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await fetch(`${origins[0]}/`, { headers: { cookie } })).status).toBe(200);
  first.child.kill("SIGKILL");
  await first.child.exited;
  const gone = await runCandor(env, ["desk", "link"]);
  expect(gone).toMatchObject({ code: 1, output: "candor: no desk of this database runs: candor desk starts one\n" });
  const third = startDeskProcess(env, ["--no-open", "--no-serve"]);
  await until(() => linkIn(third.output()));
  expect((await fetch(`${origins[0]}/`, { headers: { cookie } })).status).toBe(401);
  third.child.kill("SIGTERM");
  expect(await third.child.exited).toBe(0);
});

test("it ends by itself when nobody uses it, and serves nothing next to a server that runs", async () => {
  const { env } = installation();
  const idle = await runCandor(env, ["desk", "--no-open", "--no-serve", "--idle", "1s"]);
  expect(idle.code).toBe(0);
  const wrong = await runCandor(env, ["desk", "--idle", "soon"]);
  expect(wrong).toMatchObject({ code: 2 });
  expect((await runCandor(env, ["desk", "lnk"])).code).toBe(2);
  for (const host of ["0.0.0.0", "192.0.2.1", "::"])
    expect((await runCandor({ ...env, DESK_HOST: host }, ["desk", "--no-open"])).output).toContain("setting DESK_HOST");
});

test("the file for the browser is for this user only, and is gone afterwards", async () => {
  const { folder, env } = installation();
  const bin = join(folder, "bin");
  const shown = join(folder, "shown");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "xdg-open"),
    `#!/bin/sh\ncp "$1" ${shown}; stat -c %a "$1" "$(dirname "$1")" >> ${shown}.mode\n`,
    {
      mode: 0o755,
    },
  );
  // `script` gives the command a terminal, on which somebody sits.
  const command = `${[...CLI, "desk", "--no-serve"].join(" ")}`;
  const child = Bun.spawn(["script", "-qfec", command, "/dev/null"], {
    env: { ...env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ":0" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const page = await until(() => existsSync(`${shown}.mode`) && readFileSync(shown, "utf8"));
  expect(page).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/open\?token=[\w-]{43}"/);
  await until(() => readFileSync(`${shown}.mode`, "utf8") === "600\n700\n");
  const file = join(folder, "desk/open-desk.html");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  child.kill("SIGTERM");
  await child.exited;
  await until(() => !existsSync(file));
});

test("a desk that was killed leaves no upload after the next start", async () => {
  const { folder, env } = installation();
  const first = startDeskProcess(env, ["--no-open", "--no-serve"]);
  const { origin, searchParams } = new URL(await until(() => linkIn(first.output())));
  const own = { origin, "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const opened = await fetch(`${origin}/open`, { method: "POST", redirect: "manual", body, headers: own });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await (await fetch(`${origin}/import`, { headers: { cookie } })).text();
  const form = new FormData();
  form.set("token", /name="token" value="([^"]*)"/.exec(page)?.[1] ?? "");
  form.append("files", new File(["rating,date\n5,2026-01-02\n"], "reviews.csv"));
  const headers = { ...own, cookie };
  const sent = await fetch(`${origin}/import`, { method: "POST", redirect: "manual", body: form, headers });
  expect(sent.status).toBe(303);
  const uploads = join(folder, "desk/uploads");
  expect(readdirSync(uploads)).toHaveLength(1);
  first.child.kill("SIGKILL");
  await first.child.exited;
  expect(readdirSync(uploads)).toHaveLength(1);
  const second = startDeskProcess(env, ["--no-open", "--no-serve"]);
  await until(() => linkIn(second.output()));
  expect(existsSync(uploads)).toBe(false);
  second.child.kill("SIGTERM");
  expect(await second.child.exited).toBe(0);
});
