import { describeUnreachable } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import type { Terminal } from "./command.ts";

/** Whether any of the reviews is still public. `unknown` if the public address does not respond like this service. */
export type Public = "no" | "yes" | "unknown";

/** A running server shows a change within 2 s (10,000 reviews), so this is long enough. */
const WAIT_MS = 5_000;
const AGAIN_MS = 250;

/** 404 and 410 mean not public. Any other status except 200 says nothing about the review. */
async function isPublic(url: string, signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch(url, { signal, redirect: "follow", headers: { "Cache-Control": "no-cache" } });
  if (status === 404 || status === 410) return false;
  if (status === 200) return true;
  throw new Error(`it answered ${status}`);
}

function tellPublic(terminal: Terminal, url: string): Public {
  const advice = "check that the server runs, uses this database and logs no fault";
  terminal.error(`candor: the change is stored, but ${url} is still public: ${advice}\n`);
  return "yes";
}

/**
 * Requests reviews that were withdrawn at their public address, until none is there or the time is over. Tells the
 * operator what is wrong. A stored change is not always served: the server may use another database.
 */
export async function checkPublic(terminal: Terminal, ids: readonly string[]): Promise<Public> {
  const { BASE_URL } = parseSettings(terminal.env);
  const signal = AbortSignal.timeout(WAIT_MS);
  const left = [...ids];
  let seen = false;
  try {
    for (let id = left[0]; id !== undefined; id = left[0]) {
      seen = await isPublic(`${BASE_URL}/api/reviews/${id}`, signal);
      if (seen) await Bun.sleep(AGAIN_MS);
      else left.shift();
      if (left.length > 0 && signal.aborted) break;
    }
  } catch (error) {
    if (seen && signal.aborted) return tellPublic(terminal, `${BASE_URL}/api/reviews/${left[0]}`);
    terminal.error(
      `candor: the change is stored, but ${BASE_URL} cannot be read (${describeUnreachable(error)}): check there that the review is gone\n`,
    );
    return "unknown";
  }
  return left.length === 0 ? "no" : tellPublic(terminal, `${BASE_URL}/api/reviews/${left[0]}`);
}
