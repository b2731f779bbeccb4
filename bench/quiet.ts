import { cpuSeconds, residentMegabytes } from "./process.ts";

/** Up to so many reviews the build thread ends when it is idle. */
const ENDS = 2_000;
/** The thread ends after 30 s, and what it held is freed a second later. */
const QUIET_MS = 60_000;
/** After a change is served, what was new is stored, and garbage is collected. */
const SETTLE_MS = 2_000;

/** CPU seconds of a server for one change, with what follows it, above what it uses in the same time without one. */
export async function changeCpu(pid: number, change: () => Promise<unknown>): Promise<number> {
  const used = async (work: () => Promise<unknown>) => {
    const before = cpuSeconds(pid);
    await work();
    return cpuSeconds(pid) - before;
  };
  const started = performance.now();
  const with_change_s = await used(async () => {
    await change();
    await Bun.sleep(SETTLE_MS);
  });
  const took_ms = performance.now() - started;
  return with_change_s - (await used(() => Bun.sleep(took_ms)));
}

/** The memory of a server without a change for a minute, and the CPU seconds of the next one; NaN where nothing ends. */
export async function measureQuiet(
  reviews: number,
  pid: number,
  change: () => Promise<unknown>,
): Promise<{ quiet_mb: number; quiet_cpu_s: number }> {
  if (reviews > ENDS) return { quiet_mb: Number.NaN, quiet_cpu_s: Number.NaN };
  await Bun.sleep(QUIET_MS);
  const quiet_mb = residentMegabytes(pid);
  return { quiet_mb, quiet_cpu_s: await changeCpu(pid, change) };
}
