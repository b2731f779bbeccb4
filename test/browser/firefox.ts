import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const path = Bun.which("firefox-esr") ?? Bun.which("firefox");
if (!path) console.error("\nFIREFOX TESTS SKIPPED: neither firefox-esr nor firefox is on PATH\n");

/** For `describe.skipIf`. */
export const NO_FIREFOX = path === null;

type Reply = { id?: number; type?: string; method?: string; params?: Log; result?: unknown; message?: string };
type Log = { level?: string; text?: string };
type Value = { result?: { value?: unknown }; exceptionDetails?: { text: string } };

/** Firefox says where it listens on its standard error. */
async function addressOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
    if (found) return `${found}/session`;
  }
  throw new Error(`Firefox did not listen: ${text.slice(-500)}`);
}

/** One tab of Debian's Firefox, driven by WebDriver BiDi (W3C), which needs no other program. */
export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "candor-firefox-"));
  const child = Bun.spawn(
    [path ?? "", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"],
    { stdin: "ignore", stdout: "ignore", stderr: "pipe", env: { ...process.env, MOZ_HEADLESS: "1", HOME: profile } },
  );
  const socket = new WebSocket(await addressOf(child.stderr));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const problems: string[] = [];
  socket.onmessage = ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.method === "log.entryAdded" && ["error", "warn"].includes(reply.params?.level ?? ""))
      problems.push(reply.params?.text ?? "");
    const asked = waiting.get(reply.id ?? -1);
    waiting.delete(reply.id ?? -1);
    if (reply.type === "error") asked?.reject(new Error(reply.message));
    else asked?.resolve(reply.result);
  };
  let count = 0;
  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve: resolve as (result: unknown) => void, reject }); // the caller names the type of its answer
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "tab" });
  return {
    problems,
    goto: (url: string) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    resize: (width: number, height: number) =>
      send("browsingContext.setViewport", { context, viewport: { width, height } }),
    /** The value of an expression, which must be a string. */
    async evaluate(expression: string): Promise<string> {
      const { result, exceptionDetails } = await send<Value>("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return String(result?.value);
    },
    async close(): Promise<void> {
      socket.close();
      child.kill("SIGKILL");
      await child.exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
