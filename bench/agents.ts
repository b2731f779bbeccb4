/**
 * Questions of patients, owners, journalists, analysts and developers about three clinics (one Spanish), each with the
 * call that the list of tools leads to. The truth is computed from /reviews.json by code of its own. Fails if less than
 * 95 % are right in one call, an answer is wrong with confidence (no error, not zero, not the truth), or the median
 * answer has 700 tokens (bytes of its text / 4) or more.
 *
 *   bun bench/agents.ts [--verbose]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "./agents/ask.ts";
import { CLINICS, type Clinic, laterChanges } from "./agents/clinics.ts";
import { questionsOf } from "./agents/questions.ts";
import { Between } from "./agents/reading.ts";
import type { Data } from "./agents/truth.ts";
import { median } from "./dataset.ts";
import { BUN, freePort, untilAnswers } from "./process.ts";

const VERBOSE = process.argv.includes("--verbose");
const CANDOR = join(import.meta.dir, "../src/cli.ts");
const LEAST_RIGHT = 0.95;
const MEDIAN_TOKENS = 700;

const spawned: { kill(): void; exited: Promise<number> }[] = [];
const folder = mkdtempSync(join(tmpdir(), "candor-agents-"));

async function candor(env: Record<string, string>, ...args: string[]): Promise<void> {
  const child = Bun.spawn([BUN, CANDOR, ...args], {
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const failed = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`candor ${args.join(" ")}: ${failed}`);
}

/** A server of this clinic, whose reviews went through the import of the program. */
async function startClinic({ made }: Clinic, at: number): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const home = join(folder, String(at));
  mkdirSync(home);
  const env = {
    PORT: String(port),
    BASE_URL: url,
    DATABASE_URL: `sqlite:${home}/candor.db`,
    RATE_LIMIT_MCP: "off",
    RATE_LIMIT_MCP_ADDRESS: "off",
    LOG_LEVEL: "error",
  };
  if (made) {
    const [profile, reviews] = [join(home, "business.json"), join(home, "reviews.ndjson")];
    writeFileSync(profile, made.profile);
    writeFileSync(reviews, made.reviews);
    await candor(env, "business", profile);
    await candor(env, "import", reviews, "--format", "candor", "--yes");
    const later = laterChanges(made.reviews);
    writeFileSync(reviews, later.edits);
    await candor(env, "import", reviews, "--format", "candor", "--yes");
    await candor(env, "erase", later.erased, "--reason", "erased_on_request");
  }
  const options = { env: { ...process.env, ...env }, stdout: "ignore", stderr: "inherit" } as const;
  spawned.push(Bun.spawn([BUN, CANDOR, "serve", ...(made ? [] : ["--demo"])], options));
  await untilAnswers(`${url}/readyz`);
  return url;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The text of the answer, as an agent reads it. Null for an error. */
async function callTool(url: string, [name, given]: Question["call"]): Promise<string | null> {
  const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name };
  const params = { name, arguments: given, _meta: META };
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const { result } = (await response.json()) as { result?: { isError?: boolean; content: { text: string }[] } };
  return result && !result.isError ? (result.content[0]?.text ?? null) : null;
}

type Verdict = "right" | "no answer" | "wrong with confidence";
type Asked = { who: Question["who"]; verdict: Verdict; tokens: number };

/** No count and no list: an agent sees that it found nothing. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === 0 || (Array.isArray(value) && value.length === 0);

async function judge(url: string, clinic: Clinic, question: Question, data: Data): Promise<Asked> {
  const { who, asked, call, read, truth } = question;
  const text = await callTool(url, call);
  const tokens = Math.ceil(Buffer.byteLength(text ?? "") / 4);
  const said: unknown = text === null ? null : (read(JSON.parse(text)) ?? null);
  const is = truth(data) ?? null;
  const fits = is instanceof Between ? is.has(said) : Bun.deepEquals(said, is);
  const verdict = fits ? "right" : isNothing(said) ? "no answer" : "wrong with confidence";
  if (VERBOSE || verdict !== "right") {
    const words = asked[clinic.language === "es" ? 1 : 0];
    console.log(`${verdict}: ${words} ${call[0]} ${JSON.stringify(call[1])}`);
    if (verdict !== "right") console.log(`  said ${JSON.stringify(said)}\n  is   ${JSON.stringify(is)}`);
  }
  return { who, verdict, tokens };
}

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;
const rightOf = (all: Asked[]): number => all.filter(({ verdict }) => verdict === "right").length;

function report(name: string, all: Asked[]): void {
  const wrong = all.filter(({ verdict }) => verdict === "wrong with confidence").length;
  const tokens = median(all.map((one) => one.tokens));
  console.log(`| ${name} | ${all.length} | ${percent(rightOf(all), all.length)} | ${wrong} | ${tokens} |`);
}

try {
  const all: Asked[] = [];
  const by_clinic = new Map<string, Asked[]>();
  for (const [at, clinic] of CLINICS.entries()) {
    const url = await startClinic(clinic, at);
    const data = (await (await fetch(`${url}/reviews.json`)).json()) as Data; // served from the same schema
    const found: Asked[] = [];
    for (const question of questionsOf(clinic, data)) found.push(await judge(url, clinic, question, data));
    by_clinic.set(clinic.name, found);
    all.push(...found);
  }
  console.log(
    "\n| questions | asked | right in one call | wrong with confidence | median tokens |\n|---|---|---|---|---|",
  );
  for (const [name, found] of by_clinic) report(name, found);
  for (const who of new Set(all.map((one) => one.who))) {
    report(
      who,
      all.filter((one) => one.who === who),
    );
  }
  report("all", all);
  const confident = all.some(({ verdict }) => verdict === "wrong with confidence");
  const long = median(all.map(({ tokens }) => tokens)) >= MEDIAN_TOKENS;
  if (rightOf(all) / all.length < LEAST_RIGHT || confident || long) process.exitCode = 1;
} finally {
  for (const server of spawned) server.kill();
  await Promise.all(spawned.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
}
