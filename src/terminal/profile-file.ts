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
  if (bytes.length > PROFILE_LIMIT)
    throw new OperatorError(`${path} is too large for a business profile: the limit is 2 MB`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8: save it as UTF-8`);
  }
}

function parseYamlOrJson(path: string, text: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : Bun.YAML.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${path} is neither YAML nor JSON (${reason}): fix the file`);
  }
}

/** Reads a profile file, JSON or YAML, without checking what is in it. */
export const readProfileFile = (path: string): unknown => parseYamlOrJson(path, readText(path));

/** Reports all errors at once, each with its place in the file. */
export function parseProfile(path: string, value: unknown): Profile {
  const parsed = profile.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the file"}: ${issue.message}`);
  throw new OperatorError(`${path} is not a valid business profile: ${errors.join("; ")}`);
}
