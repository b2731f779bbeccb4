import { resolve } from "node:path";
import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import { OperatorError } from "../../operator-error.ts";
import { findStrangeSettings, isSecret, parseSettings, type Settings } from "../../settings.ts";
import { statFile } from "../../store/connection/durable-file.ts";
import { refuseMemory, sqlitePath } from "../../store/connection/open-store.ts";
import type { Installation } from "../installation.ts";

/** The settings are null if they cannot be used. Then nothing else can be checked. */
export function checkSettings({ env, origins }: Installation): { settings: Settings | null; finding: Finding } {
  try {
    const settings = parseSettings(env);
    refuseMemory(settings.DATABASE_URL);
    const strange = findStrangeSettings(env, origins);
    if (sqlitePath(settings.DATABASE_URL) === null && settings.SECRET_KEY.length === 0) {
      const finding = fault(
        "settings",
        "PostgreSQL without SECRET_KEY",
        "set SECRET_KEY to the output of: openssl rand -hex 32",
      );
      return { settings, finding };
    }
    if (strange.length > 0) {
      const names = strange.map(({ name, origin }) => `${name} (${origin})`).join(", ");
      const meant = strange.map(({ name, suggestion }) => (suggestion ? `${name} to ${suggestion}` : `remove ${name}`));
      return {
        settings,
        finding: warning("settings", `not a setting: ${names}`, `rename or remove: ${meant.join(", ")}`),
      };
    }
    return { settings, finding: ok("settings", "all valid") };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return {
      settings: null,
      finding: fault("settings", error.message, "run candor settings to see each setting and its value"),
    };
  }
}

const FOR_EVERYBODY = 0o007;

/** Files of settings that everybody on this machine may read, with a key, a password or a secret in them. */
export function checkSettingsFiles({ env, origins = {} }: Installation): Finding[] {
  const secrets = Object.keys(origins).filter((name) => isSecret(name, env[name] ?? ""));
  const open = [...new Set(secrets.map((name) => resolve(origins[name] ?? "")))].filter(
    (file) => ((statFile(file)?.mode ?? 0) & FOR_EVERYBODY) !== 0,
  );
  return open.map((file) =>
    fault("files", `every user of this machine may read ${file}, which has secrets`, `run chmod o= ${file}`),
  );
}
