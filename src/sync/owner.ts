import { hostname } from "node:os";
import { codeOf } from "../operator-error.ts";

/** Names this run: the machine, the process, and something random. */
export const newOwner = (): string => `${hostname()} ${process.pid} ${crypto.randomUUID()}`;

/**
 * True if the owner was a process of this machine that is gone. Its claim need not be waited for. Should a container with
 * the same name be taken for this machine, the run that lost its claim commits nothing.
 */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(" ");
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
