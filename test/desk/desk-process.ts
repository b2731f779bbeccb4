import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { FAR_MS } from "../machine.ts";
import { CLI } from "../server-process.ts";

type Env = Record<string, string>;

/** Settings of an installation in a folder of its own. */
export function installation(): { folder: string; env: Env; port: number; desk_port: number } {
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
export function startDeskProcess(env: Env, args: readonly string[]) {
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

export async function until<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
): Promise<T> {
  for (const started = performance.now(); performance.now() - started < FAR_MS; await Bun.sleep(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`it did not happen: ${look}`);
}

export const linkIn = (output: string): string | undefined => /http:\/\/\S+\/open\?token=\S+/.exec(output)?.[0];

/** Somebody who opened the desk by its link, and sends files as a browser does. */
export async function enterDesk(link: string) {
  const { origin, searchParams } = new URL(link);
  const own = { origin, "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const opened = await fetch(`${origin}/open`, { method: "POST", redirect: "manual", body, headers: own });
  const headers = { ...own, cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const see = async (path: string) => (await fetch(origin + path, { headers: { cookie: headers.cookie } })).text();
  const token = /name="token" value="([^"]*)"/.exec(await see("/import"))?.[1] ?? "";
  const post = async (path: string, fields: FormData | URLSearchParams) => {
    const answer = await fetch(origin + path, { method: "POST", redirect: "manual", body: fields, headers });
    return { status: answer.status, location: answer.headers.get("location") ?? "" };
  };
  return {
    origin,
    cookie: headers.cookie,
    token,
    see,
    submit: (path: string, fields: [string, string][] = []) =>
      post(path, new URLSearchParams([["token", token], ...fields])),
    upload(name: string, data: string) {
      const form = new FormData();
      form.set("token", token);
      form.append("files", new File([data], name));
      return post("/import", form);
    },
  };
}
