import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { RUN_FOLDER } from "./run-folder.ts";

/** Below the ports that Linux, macOS and Windows give to connections and to port 0, so that none of those takes one. */
const [FIRST, LAST] = [20_000, 32_000];

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false; // a program outside the tests listens on it
  }
}

/** A test process that asks for the same port finds the folder and takes another one. */
function reserve(port: number): boolean {
  try {
    mkdirSync(join(RUN_FOLDER, `port-${port}`));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** A port for a program that must know it before it listens. No other test of this run gets it. */
export function freePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (reserve(port) && isFree(port)) return port;
  }
}
