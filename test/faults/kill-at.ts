import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { CLI } from "../server-process.ts";

export const STRACE = Bun.which("strace");
/** The calls that change files or their names. */
const CALLS =
  "write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat2,link,linkat,unlink,unlinkat,chmod,fchmod,fchmodat,mkdir";
/** Those that send something to PostgreSQL. */
export const SENDS = "write,writev,sendto,sendmsg";
/** No command makes more of them in one thread. */
const MOST_CALLS = 300;

const random = openRandom(SEED);
let kills = 0;
export const sayKills = (): void => console.log(`killed at ${kills} calls`);

/** Starts a command that is killed at its n-th such call, of those on `paths` if they are given. */
export function startKilled(
  call: number,
  env: Record<string, string>,
  args: readonly string[],
  { paths = [], calls = CALLS }: { paths?: string[]; calls?: string } = {},
) {
  const only = paths.flatMap((path) => ["-P", path]);
  const inject = ["-e", `trace=${calls}`, "-e", `inject=${calls}:signal=KILL:when=${call}`];
  // With -D the child is the command itself, and strace its grandchild.
  return Bun.spawn(["strace", "-D", "-f", "-qq", "-o", "/dev/null", ...only, ...inject, ...CLI, ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
}

/** Runs a command that is killed at its n-th call. Returns whether it was. */
export async function killAt(...given: Parameters<typeof startKilled>): Promise<boolean> {
  return (await startKilled(...given).exited) !== 0;
}

/**
 * Calls `work` with random calls until so many commands were killed; `test:long` kills more. `work` returns at once that
 * the command was not killed if it ended before the call: then only earlier calls follow.
 */
export async function atRandomCalls(short: number, long: number, work: (call: number) => Promise<boolean>) {
  const most = repeats(short, long);
  let last = MOST_CALLS;
  for (let done = 0; done < most; ) {
    const call = 1 + Math.floor(random() * last);
    if (await work(call)) done += 1;
    else last = call - 1;
    if (last === 0) throw new Error("strace kills nothing here");
  }
  kills += most;
}
