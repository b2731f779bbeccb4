import { readFileSync } from "node:fs";
import { type Profile, profile } from "../model/business.ts";
import { OperatorError } from "../operator-error.ts";

const PROFILE_LIMIT = 2 * 1024 * 1024;

function readText(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new OperatorError(
      `${path} cannot be read (${error instanceof Error ? error.message : error}): check the path`,
    );
  }
  if (bytes.length > PROFILE_LIMIT) throw new OperatorError(`${path} is too large for a business profile`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8: save it as UTF-8`);
  }
}

function parseAny(path: string, text: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : Bun.YAML.parse(text);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${path} is neither YAML nor JSON (${what}): mend it there`);
  }
}

/** What a profile file holds, before it is checked: JSON or YAML. */
export const readProfileFile = (path: string): unknown => parseAny(path, readText(path));

/** All faults at once, each with its place in the file. */
export function parseProfile(path: string, value: unknown): Profile {
  const parsed = profile.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the file"}: ${issue.message}`);
  throw new OperatorError(`${path} is no business profile: ${faults.join("; ")}`);
}
