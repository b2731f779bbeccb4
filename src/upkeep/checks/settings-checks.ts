import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import { OperatorError } from "../../operator-error.ts";
import { findStrangeSettings, parseSettings, type Settings } from "../../settings.ts";
import { sqlitePath } from "../../store/connection/open-store.ts";
import type { Installation } from "../installation.ts";

/** The settings are null if they cannot be used. Then nothing else can be checked. */
export function checkSettings({ env, origins }: Installation): { settings: Settings | null; finding: Finding } {
  try {
    const settings = parseSettings(env);
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
