import { readFileSync, statSync } from "node:fs";
import type { SyncSecret } from "../settings.ts";
import { SyncFault } from "./fault.ts";

const FOR_OTHERS = 0o077;

function readSecretFile(file: string, name: string): string {
  const refuse = (why: string, then: string): never => {
    throw new SyncFault({
      code: "secret_file",
      text: `SYNC_SECRET_${name}_FILE ${why}: ${then}. No request was made`,
    });
  };
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return refuse("names no file", "check the path");
  if ((stat.mode & FOR_OTHERS) !== 0)
    return refuse("may be used by other users of this machine", "run chmod 600 on it");
  try {
    return readFileSync(file, "utf8");
  } catch {
    return refuse("cannot be read by this user", "give the file to the user that runs Candor");
  }
}

/** The value of a header. Without it no request is sent. */
export function readSecret(secrets: Readonly<Record<string, SyncSecret>>, name: string): string {
  const given = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (!given)
    throw new SyncFault({
      code: "secret_missing",
      text: `neither SYNC_SECRET_${name} nor SYNC_SECRET_${name}_FILE is set: set one of them. No request was made`,
    });
  const value = ("value" in given ? given.value : readSecretFile(given.file, name)).replace(/\r?\n$/, "");
  // RFC 9110 §5.5: a header value cannot contain other characters.
  if (value === "" || !/^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(value))
    throw new SyncFault({
      code: "secret_missing",
      text: `the value of SYNC_SECRET_${name} cannot be a header: it is empty, or has a line break or a space at an end. No request was made`,
    });
  return value;
}

/** The strings that must never be shown: the whole value, and the token in "Bearer token". */
export const secretParts = (value: string): string[] =>
  [...new Set([value, ...value.split(/\s+/)])].filter((part) => part.length >= 6);

/** The text without secrets, in case a server repeated one. */
export const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
