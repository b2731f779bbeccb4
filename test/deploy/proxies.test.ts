import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { startDemo } from "../clinic-store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { freePort } from "../free-port.ts";
import { FAR_MS } from "../machine.ts";
import type { ServerProcess } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { ROOT } from "./image-tree.ts";
import { findTool } from "./tools.ts";

const NGINX = findTool("nginx", "nginx");
const CADDY = findTool("caddy", "caddy");
const INVENTED = ["BREW", "X-Y", "GETX", "FOO_BAR", "get", "A".repeat(300)];

type Served = { server: ServerProcess; metrics_port: number };
const served: Served[] = [];
beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const metrics_port = freePort();
    const env = { DATABASE_URL: newSqliteDatabase(), METRICS_PORT: String(metrics_port) };
    served.push({ server: await startDemo(env), metrics_port });
  }
});
afterAll(async () => {
  for (const { server } of served) await server.stop();
});

/** How many requests for /reviews.json a server has answered with 200. */
async function answered({ metrics_port }: Served): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text();
  return Number(
    /^candor_http_requests_total\{route="\/reviews.json",method="GET",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}

/** The shipped file with other values; each value that is replaced must be in it. */
function shipped(name: string, values: [from: string, to: string][]): string {
  return values.reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from, () => to);
    },
    readFileSync(join(ROOT, "deploy", name), "utf8"),
  );
}

/** One request on a connection of its own; the status line of the answer, or "" if the connection just ends. */
function statusLine(port: number, method: string, tls: boolean): Promise<string> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, rejectUnauthorized: false };
    const send = () =>
      socket.write(`${method} /reviews.json HTTP/1.1\r\nHost: reviews.example.org\r\nConnection: close\r\n\r\n`);
    const socket = tls ? connectTls(options, send) : connect(options, send);
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    socket.on("error", () => resolve(""));
    socket.on("close", () => resolve(text.split("\r\n")[0] ?? ""));
    socket.setTimeout(FAR_MS, () => socket.destroy());
  });
}

const untilAnswers = (port: number, tls: boolean): Promise<void> =>
  until(async () => (await statusLine(port, "GET", tls)).includes(" 200 "));

/** 50 requests with invented methods, then 40 ordinary ones: all of these are answered, by both servers. */
async function attack(port: number, tls: boolean): Promise<void> {
  const before = await Promise.all(served.map(answered));
  for (let i = 0; i < 50; i++) {
    expect(await statusLine(port, INVENTED[i % INVENTED.length] ?? "", tls)).toMatch(/^HTTP\/1\.1 (400|405) |^$/);
    if (i % 10 === 0) expect(await statusLine(port, "GET", tls)).toContain(" 200 ");
  }
  expect(await statusLine(port, "BREW", tls)).toContain(" 405 ");
  expect(await statusLine(port, "PUT", tls)).toContain(" 405 "); // known: the server itself answers
  const statuses: string[] = [];
  for (let i = 0; i < 40; i++) statuses.push(await statusLine(port, "GET", tls));
  expect(statuses.filter((line) => !line.includes(" 200 "))).toEqual([]);
  const after = await Promise.all(served.map(answered));
  const share = after.map((count, at) => count - (before[at] ?? 0));
  expect(Math.min(...share)).toBeGreaterThanOrEqual(8); // both are in service; Caddy chooses by chance
}

test.skipIf(!NGINX)("nginx with the shipped file keeps two servers in service under invented methods", async () => {
  const folder = newFolder();
  const port = freePort();
  const { key, cert } = openAuthority().issue(["reviews.example.org"]);
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const site = shipped("nginx.conf", [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/etc/letsencrypt/live/reviews.example.org/fullchain.pem", join(folder, "cert.pem")],
    ["/etc/letsencrypt/live/reviews.example.org/privkey.pem", join(folder, "key.pem")],
    [
      "server 127.0.0.1:8080 max_fails=0;",
      served.map(({ server }) => `server 127.0.0.1:${server.port} max_fails=0;`).join(" "),
    ],
  ]);
  mkdirSync(join(folder, "temp"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/temp/${kind};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${user}
events { worker_connections 256; }
http { access_log off; ${temp.join(" ")}
${site}
}`,
  );
  const nginx = Bun.spawn([NGINX ?? "", "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")], {
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    await untilAnswers(port, true);
    await attack(port, true);
    const log = readFileSync(join(folder, "error.log"), "utf8");
    expect(log.split("\n").filter((line) => /prematurely|no live upstreams|\[emerg\]/.test(line))).toEqual([]);
  } finally {
    nginx.kill();
    await nginx.exited;
  }
});

test.skipIf(!CADDY)("Caddy with the shipped file keeps two servers in service under invented methods", async () => {
  const folder = newFolder();
  const port = freePort();
  const file = shipped("Caddyfile", [
    ["web-1:8080 web-2:8080", served.map(({ server }) => `127.0.0.1:${server.port}`).join(" ")],
  ]);
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${file}`);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    DOMAIN: `http://127.0.0.1:${port}, http://reviews.example.org:${port}`,
  };
  const caddy = Bun.spawn([CADDY ?? "", "run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    env,
    stdout: "ignore",
    stderr: "ignore",
  });
  try {
    await untilAnswers(port, false);
    await attack(port, false);
  } finally {
    caddy.kill();
    await caddy.exited;
  }
});
