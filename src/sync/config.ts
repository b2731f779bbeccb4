import { createHash } from "node:crypto";
import type { Answers } from "../import/record/open-questions.ts";
import type { Source, VerificationMethod } from "../model/review-kinds.ts";
import { type Guard, parseCallback } from "../outbound/guard.ts";

/** The owner's configuration of a source. Stored as JSON. It contains only the name of a secret, never the secret. */
type Common = {
  format: string | null;
  verified_by: VerificationMethod | null;
  complete: boolean;
  /** The listing to read, if the files have several. Sources of earlier versions have none. */
  location?: string;
  /** Where its reviews were written, and what else its files do not say. Sources of earlier versions have neither. */
  source?: Source;
  reading?: Answers;
};
export type FolderConfig = Common & { path: string };
export type UrlConfig = Common & {
  url: string;
  /** A header whose value is in SYNC_SECRET_<secret>. */
  header: { name: string; secret: string } | null;
  every_seconds: number | null;
};
export type SyncConfig = { kind: "folder"; config: FolderConfig } | { kind: "url"; config: UrlConfig };

export const hashConfig = ({ kind, config }: SyncConfig): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, config]))
    .digest("hex");

/** `candor sync add` wrote the row and checked it, so it is not checked again. */
export const parseConfig = (kind: SyncConfig["kind"], json: string): SyncConfig =>
  ({ kind, config: JSON.parse(json) }) as SyncConfig;

export const COMMANDS = ["add", "status", "pause", "resume", "remove"] as const;

export function nameFault(name: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name))
    return "a name has up to 40 letters, digits, dots, dashes and underscores, and begins with a letter or digit";
  return COMMANDS.some((word) => word === name) ? `${name} is a command of candor sync: choose another name` : null;
}

const SECRET_WORDS = /(key|token|secret|password|passwd|passphrase|pwd|credentials?|signature|auth|authorization)$/;
const SECRET_NAMES = new Set(["pass", "sig", "jwt", "bearer", "session", "sid", "pin", "pw"]);

/** True for apiKey, api_key, access-token and X-Amz-Signature; false for keyword and author. */
function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => SECRET_WORDS.test(word) || SECRET_NAMES.has(word));
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a single percent sign is not an encoding
  }
}

/** The name of a query parameter that looks like a secret. The URL is stored and shown, so it must not contain one. */
function secretParameter(url: string): string | null {
  const [, query = ""] = /\?([^#]*)/.exec(url) ?? [];
  const names = query.split(/[&;]/).map((pair) => decodedName(pair.split("=")[0] ?? ""));
  return names.find(isSecretName) ?? null;
}

/** Why a URL cannot be a source, or null if it can. */
export function urlFault(url: string, guard: Guard): string | null {
  const parsed = parseCallback(url, guard);
  if ("fault" in parsed) return parsed.fault;
  const secret = secretParameter(url);
  if (secret === null) return null;
  return `its parameter ${secret} looks like a secret, and URLs are stored: put the secret into SYNC_SECRET_NAME and use --header`;
}

/** Headers that only the connection or this program may set. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|te|upgrade|trailer|keep-alive|accept|accept-encoding|user-agent|range|if-.*)$/i;

/** Parses NAME=SECRET_NAME. */
export function parseHeader(text: string): { name: string; secret: string } | { fault: string } {
  const [, name = "", secret = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || secret === "")
    return { fault: "must be NAME=SECRET_NAME, such as Authorization=APIFY" };
  if (OWN_HEADERS.test(name)) return { fault: `${name} is a header that Candor sets itself` };
  if (!/^[A-Z0-9_]+$/.test(secret) || secret.endsWith("_FILE"))
    return { fault: "SECRET_NAME has capital letters, digits and _: its value is the setting SYNC_SECRET_SECRET_NAME" };
  return { name, secret };
}
