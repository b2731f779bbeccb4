import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Load } from "./load.ts";

export const BUN = process.execPath;

export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
  });
  return promise;
}

const TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux

/** CPU time of a process and its threads so far. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function statusMegabytes(pid: number, name: "VmRSS" | "VmHWM"): number {
  const match = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? 0) / 1024;
}

export const residentMegabytes = (pid: number): number => statusMegabytes(pid, "VmRSS");

/** Peak resident memory since the process started, or since `restartPeak`. */
export const peakMegabytes = (pid: number): number => statusMegabytes(pid, "VmHWM");

export const restartPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

export async function untilAnswers(url: string, within_ms = 30_000): Promise<Response> {
  const deadline = Date.now() + within_ms;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return response;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${within_ms} ms`);
    await Bun.sleep(50);
  }
}

/** Sends the load from the other core. Fails if an answer has another status. */
export async function loadFromOtherCore(name: string, work: Load, status: number): Promise<void> {
  const child = Bun.spawn(onCore(1, [BUN, join(import.meta.dir, "load.ts"), JSON.stringify(work)]), { stdout: "pipe" });
  const { statuses }: { statuses: Record<string, number> } = JSON.parse(await new Response(child.stdout).text());
  if (statuses[status] !== work.requests) throw new Error(`${name}: ${JSON.stringify(statuses)}, not all ${status}`);
}

/** Runs a command on one core if the system has `taskset`. */
export const onCore = (core: number, command: string[]): string[] =>
  Bun.which("taskset") ? ["taskset", "-c", String(core), ...command] : command;
