import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { CLI, runCandor } from "../server-process.ts";
import { installation, linkIn, startDeskProcess, until } from "./desk-process.ts";

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

test("with DESK_URL people are invited, listed and removed by commands, and one desk runs", async () => {
  const { env, desk_port } = installation();
  const proxied = { ...env, DESK_URL: "https://desk.example.com" };
  const refused = await runCandor(env, ["desk", "invite", "Ana", "--role", "manager"]);
  expect([refused.code, refused.output.includes("DESK_URL is not set")]).toEqual([1, true]);
  const first = startDeskProcess(proxied, ["--no-serve"]);
  await until(() => first.output().includes("Stop with Ctrl-C."));
  expect(first.output()).toBe(
    "The desk: https://desk.example.com\nNobody can sign in yet: candor desk invite NAME --role manager\nStop with Ctrl-C.\n",
  );
  const invited = await runCandor(proxied, ["desk", "invite", "Ana Ruiz", "--role", "manager"]);
  expect(invited.output).toMatch(
    /^Ana Ruiz makes a passkey here, once within 24 hours:\nhttps:\/\/desk\.example\.com\/join\?token=[\w-]{43}\n$/,
  );
  const [path = ""] = /\/join\?token=\S+/.exec(invited.output) ?? [];
  const page = await fetch(`http://127.0.0.1:${desk_port}${path}`, { headers: { host: "desk.example.com" } });
  expect([page.status, (await page.text()).includes("Ana Ruiz, you are invited")]).toEqual([200, true]);
  expect((await fetch(`http://127.0.0.1:${desk_port}${path}`)).status).toBe(421);
  expect((await runCandor(proxied, ["desk"])).output).toContain("The desk of this database already runs.");
  expect((await runCandor(proxied, ["desk", "link"])).code).toBe(1);
  const wrong = [
    ["invite"],
    ["invite", "Ana"],
    ["invite", "Ana", "Ruiz", "--role", "staff"],
    ["people", "x"],
    ["remove"],
  ];
  for (const args of wrong) expect((await runCandor(proxied, ["desk", ...args])).code).toBe(2);
  expect((await runCandor(proxied, ["desk", "people"])).output).toMatch(
    /^Ana Ruiz {2}manager, 0 passkeys, last sign-in never, invited until \S+\n$/,
  );
  expect((await runCandor(proxied, ["desk", "remove", "ana ruiz"])).code).toBe(0);
  expect((await runCandor(proxied, ["desk", "remove", "Ana Ruiz"])).code).toBe(1);
  expect((await runCandor(proxied, ["desk", "people"])).output).toContain("nobody was invited");
  first.child.kill("SIGTERM");
  expect(await first.child.exited).toBe(0);
});

test("a demonstration is a copy in which everything can be tried, beside the desk of the owner, and is deleted", async () => {
  const { env } = installation();
  const own = startDeskProcess(env, ["--no-open", "--no-serve"]);
  await until(() => linkIn(own.output()));
  const folder = newFolder();
  const { DESK_PORT: _, ...others } = env;
  const proxied = { ...others, TMPDIR: folder, DESK_URL: "https://desk.example.com", DESK_HOST: "0.0.0.0" };
  const demo = startDeskProcess(proxied, ["--demo", "--no-open"]);
  const { origin, searchParams } = new URL(await until(() => linkIn(demo.output())));
  const headers = { origin, "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const opened = await fetch(`${origin}/open`, { method: "POST", redirect: "manual", body, headers });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const see = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).text();
  const page = await see("/import");
  expect(page).toContain("This is a copy of the demonstration, with made-up reviews.");
  const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const public_url = /href="(http:\/\/localhost:\d+)"/.exec(page)?.[1] ?? "";
  await until(() => answers(`${public_url}/readyz`));
  expect(await (await fetch(`${public_url}/llms.txt`)).text()).toContain("Harborline");
  const change = (path: string, fields: Record<string, string>) =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ token, ...fields }),
      headers: { ...headers, cookie },
    });
  const id = /href="\/reviews\/([0-9A-Z]{26})"/.exec(await see("/reviews"))?.[1] ?? "";
  const erased = await change(`/reviews/${id}/erase`, { typed: "no name" });
  expect(erased.status).toBe(400);
  const form = new FormData();
  form.set("token", token);
  form.append("files", new File(["rating,date,name,text\n5,2026-01-02,Ann Bee,Kind and careful.\n"], "reviews.csv"));
  const sent = await fetch(`${origin}/import`, {
    method: "POST",
    redirect: "manual",
    body: form,
    headers: { ...headers, cookie },
  });
  expect(sent.status).toBe(303);
  expect((await change("/backups", {})).status).toBe(200);
  const name = /candor-[\w-]+\.db/.exec(await see("/backups"))?.[0] ?? "";
  expect([name, (await change("/backups/test", { file: name })).status]).toEqual([name, 200]);
  demo.child.kill("SIGTERM");
  expect(await demo.child.exited).toBe(0);
  expect(readdirSync(folder).filter((left) => left.startsWith("candor"))).toEqual([]);
  own.child.kill("SIGTERM");
  expect(await own.child.exited).toBe(0);
});

test("it ends by itself when nobody uses it, and serves nothing next to a server that runs", async () => {
  const { env } = installation();
  const idle = await runCandor(env, ["desk", "--no-open", "--no-serve", "--idle", "1s"]);
  expect(idle.code).toBe(0);
  const wrong = await runCandor(env, ["desk", "--idle", "soon"]);
  expect(wrong).toMatchObject({ code: 2 });
  expect((await runCandor(env, ["desk", "lnk"])).code).toBe(2);
  for (const host of ["0.0.0.0", "192.0.2.1", "::"]) {
    for (const url of ["", "http://localhost:8090"]) {
      const { output } = await runCandor({ ...env, DESK_HOST: host, DESK_URL: url }, ["desk", "--no-open"]);
      expect(output).toContain("setting DESK_HOST");
    }
  }
  for (const url of ["http://desk.example.com", "https://desk.example.com/desk", "desk.example.com"])
    expect((await runCandor({ ...env, DESK_URL: url }, ["desk"])).output).toContain("setting DESK_URL");
});

test("at a terminal there is one line; the file for the browser is for this user only, and is gone afterwards", async () => {
  const { folder, env, port } = installation();
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
  const command = `${[...CLI, "desk"].join(" ")}`;
  const child = Bun.spawn(["script", "-qfec", command, "/dev/null"], {
    env: { ...env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ":0", LOG_LEVEL: "info" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const page = await until(() => existsSync(`${shown}.mode`) && readFileSync(shown, "utf8"));
  expect(page).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/open\?token=[\w-]{43}"/);
  await until(() => readFileSync(`${shown}.mode`, "utf8") === "600\n700\n");
  const file = join(folder, "desk/open-desk.html");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await until(() => answers(`http://127.0.0.1:${port}/readyz`));
  child.kill("SIGTERM");
  await child.exited;
  // One line, and no line of a log.
  expect(await new Response(child.stdout).text()).toMatch(/^Open the desk: \S+ {2}Stop with Ctrl-C\.\r\n$/);
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
