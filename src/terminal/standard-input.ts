import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError, usageError } from "../operator-error.ts";

/** The same limit as for an unpacked archive. */
const LIMIT_BYTES = 4 * 1024 * 1024 * 1024;

async function saveTo(path: string): Promise<void> {
  const descriptor = openSync(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const chunk of process.stdin) {
      size += chunk.length;
      if (size > LIMIT_BYTES) throw new OperatorError("standard input is larger than 4 GB: give a file instead");
      writeSync(descriptor, chunk);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * If one of the paths is "-", calls `work` with the path of a copy of standard input, otherwise with null. A copy is
 * needed because a file is read more than once. It is in a folder that only this user can open, and is deleted
 * afterwards, even after Ctrl+C.
 */
export async function withStandardInput<T>(
  paths: readonly string[],
  work: (standard_input: string | null) => Promise<T>,
): Promise<T> {
  const given = paths.filter((path) => path === "-").length;
  if (given === 0) return work(null);
  if (given > 1) throw usageError("- is standard input: give it only once");
  const folder = mkdtempSync(join(tmpdir(), "candor-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stop = (_: string, number: number) => {
    remove();
    process.exit(128 + number);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const path = join(folder, "input");
    await saveTo(path);
    return await work(path);
  } finally {
    remove();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
