import { hidePasswords, LOG_LEVELS } from "./log.ts";
import { OperatorError } from "./operator-error.ts";
import { editDistance, suggest } from "./spelling.ts";

/** The only code that reads the environment. One table gives the types, the defaults, `candor settings` and docs/settings.md. */
type Setting<T> = {
  fallback: string | ((of: (name: string) => string) => string);
  parse: (value: string) => T;
  help: string;
  secret?: true;
};

/** Requests per minute, or null for no limit. */
export type RateLimit = number | null;

class Malformed extends Error {}

function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Malformed(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

function oneOf<const T extends readonly string[]>(values: T) {
  return (value: string): T[number] => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Malformed(`must be one of ${values.join(", ")}`);
    return found;
  };
}

function optional<T>(parse: (value: string) => T) {
  return (value: string): T | null => (value === "" ? null : parse(value));
}

function list<T>(parse: (value: string) => T) {
  return (value: string): T[] =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(parse);
}

function rateLimit(value: string): RateLimit {
  if (value === "off") return null;
  const match = /^([1-9]\d{0,8})\/min$/.exec(value);
  if (!match) throw new Malformed("must be N/min, such as 3000/min, or off");
  return Number(match[1]);
}

function origin(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Malformed("must be an http or https origin");
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password) {
    throw new Malformed("must be an origin only, without a path, query or credentials");
  }
  return url.origin;
}

function databaseUrl(value: string): string {
  if (/^sqlite:./.test(value) || /^postgres(ql)?:\/\/./.test(value)) return value;
  throw new Malformed("must begin with sqlite: or postgres://");
}

function proxies(value: string): number {
  if (value === "false" || value === "") return 0;
  if (value === "true") return 1;
  return integer(0, 10)(value);
}

function hostPort(value: string): string {
  if (!/^[a-z0-9._-]+:\d{1,5}$|^\[[0-9a-f:.]+\]:\d{1,5}$/.test(value))
    throw new Malformed("must be a list of host:port");
  return value;
}

function secretKeys(value: string): string[] {
  const keys = list((key) => key)(value);
  if (keys.some((key) => key.length < 32)) throw new Malformed("each key must have at least 32 characters");
  return keys;
}

const SETTINGS = {
  HOST: { fallback: "127.0.0.1", parse: (value: string) => value, help: "address to listen on" },
  PORT: { fallback: "8080", parse: integer(0, 65535), help: "port to listen on" },
  BASE_URL: {
    fallback: (of: (name: string) => string) => `http://localhost:${of("PORT")}`,
    parse: origin,
    help: "the public origin, which every URL in the output begins with",
  },
  DATABASE_URL: {
    fallback: "sqlite:./data/candor.db",
    parse: databaseUrl,
    help: "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME",
    secret: true,
  },
  LOG_LEVEL: { fallback: "info", parse: oneOf(LOG_LEVELS), help: "debug, info, warn, error or silent" },
  TRUST_PROXY: {
    fallback: "false",
    parse: proxies,
    help: "whether to take the client's address from X-Forwarded-For: false, true, or the number of proxies in front",
  },
  METRICS_PORT: {
    fallback: "",
    parse: optional(integer(1, 65535)),
    help: "port of /metrics; metrics are off when empty",
  },
  METRICS_HOST: {
    fallback: "127.0.0.1",
    parse: (value: string) => value,
    help: "address of /metrics, which anyone who reaches it can read",
  },
  ROLE: {
    fallback: "both",
    parse: oneOf(["both", "web", "worker"]),
    help: "web (serves), worker (delivers to subscribers) or both",
  },
  RATE_LIMIT_READ: { fallback: "3000/min", parse: rateLimit, help: "read requests allowed per client address, or off" },
  RATE_LIMIT_MCP: { fallback: "600/min", parse: rateLimit, help: "MCP requests allowed per client address, or off" },
  RATE_LIMIT_HUB: {
    fallback: "60/min",
    parse: rateLimit,
    help: "hub requests allowed per client address, or off; off also lifts the hub's other limits, except the cap on all subscriptions",
  },
  MCP_SESSION_MAX_AGE_SECONDS: {
    fallback: "86400",
    parse: integer(60, 31_536_000),
    help: "seconds until an MCP session id expires, used or not; the old name MCP_SESSION_IDLE_SECONDS is still read",
  },
  WEBSUB_LEASE_MIN: { fallback: "300", parse: integer(1, 31_536_000), help: "shortest lease, in seconds" },
  WEBSUB_LEASE_DEFAULT: {
    fallback: "864000",
    parse: integer(1, 31_536_000),
    help: "lease when the subscriber asks for none, in seconds",
  },
  WEBSUB_LEASE_MAX: { fallback: "2592000", parse: integer(1, 31_536_000), help: "longest lease, in seconds" },
  WEBSUB_RETRY_SECONDS: {
    fallback: "30,300",
    parse: list(integer(0, 86_400)),
    help: "seconds to wait before the second and the third try of a delivery",
  },
  WEBSUB_TIMEOUT_SECONDS: {
    fallback: "10",
    parse: integer(1, 300),
    help: "timeout of one request to a callback, in seconds; each MB of content adds one",
  },
  WEBSUB_ALLOWED_CALLBACKS: {
    fallback: "",
    parse: list(hostPort),
    help: "callbacks that may have a private address, as a list of exact host:port; for tests",
  },
  WEBSUB_CALLBACK_PORTS: {
    fallback: "443,8443",
    parse: list(integer(1, 65535)),
    help: "ports that a callback may use",
  },
  SECRET_KEY: {
    fallback: "",
    parse: secretKeys,
    help: "signs MCP session ids and encrypts hub secrets; older keys that are still accepted follow after commas; with SQLite, a key is created on first start",
    secret: true,
  },
} as const satisfies Record<string, Setting<unknown>>;

type Name = keyof typeof SETTINGS;
export type Settings = { [K in Name]: ReturnType<(typeof SETTINGS)[K]["parse"]> };
export type SettingOrigin = { name: Name; value: string; origin: string; help: string };

const NAMES = Object.keys(SETTINGS) as Name[]; // Object.keys returns string[]
/** Nobody else's names begin like these. MCP_TIMEOUT and others belong to clients on the same machine. */
const OWN_PREFIX = /^(WEBSUB_|RATE_LIMIT_|METRICS_|SYNC_)/;

type Environment = Record<string, string | undefined>;
type Origins = Readonly<Record<string, string>>;

/** Names of earlier versions, which are still read. */
const OLD_NAMES: { [K in Name]?: string } = { MCP_SESSION_MAX_AGE_SECONDS: "MCP_SESSION_IDLE_SECONDS" };

/** The name under which a setting is given: the old one only where the new one is not. */
function givenName(env: Environment, name: Name): string {
  const old = OLD_NAMES[name];
  return !env[name] && old !== undefined && env[old] ? old : name;
}

function text(env: Environment, name: Name): string {
  const given = env[givenName(env, name)];
  if (given !== undefined && given !== "") return given;
  const { fallback }: Setting<unknown> = SETTINGS[name];
  return typeof fallback === "string" ? fallback : fallback((other) => text(env, other as Name));
}

export function parseSettings(env: Environment): Settings {
  const unknown = Object.keys(env).find((name) => OWN_PREFIX.test(name) && !(name in SETTINGS));
  if (unknown) throw new OperatorError(`unknown setting ${unknown}: run \`candor settings\` to list all settings`, 2);
  const settings: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = text(env, name);
    try {
      settings[name] = SETTINGS[name].parse(value);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const shown = "secret" in SETTINGS[name] ? ":" : ` is ${JSON.stringify(hidePasswords(value, value))}:`;
      throw new OperatorError(`setting ${givenName(env, name)}${shown} ${error.message}`, 2);
    }
  }
  const parsed = settings as Settings; // the loop above set every name with its own parser
  if (parsed.WEBSUB_LEASE_MIN > parsed.WEBSUB_LEASE_DEFAULT || parsed.WEBSUB_LEASE_DEFAULT > parsed.WEBSUB_LEASE_MAX) {
    throw new OperatorError("the WEBSUB_LEASE_ settings must satisfy MIN ≤ DEFAULT ≤ MAX", 2);
  }
  return parsed;
}

/** "environment", the file that it comes from, or "default". `origins` are the files of settings that come from one. */
const originOf = (env: Environment, origins: Origins, name: string): string =>
  env[name] ? (origins[name] ?? "environment") : "default";

/** Which database every command and the service use here, and which setting says so. */
export const describeDatabase = (env: Environment, origins: Origins = {}) => ({
  url: hidePasswords(text(env, "DATABASE_URL"), text(env, "DATABASE_URL")),
  origin: originOf(env, origins, "DATABASE_URL"),
});

export type StrangeSetting = { name: string; origin: string; suggestion: string };

const letters = (name: string): string => [...name].sort().join("");

/** A typing error away: one letter, or two that changed places. Short names are other programs' names too often. */
function isTypo(name: string, own: string): boolean {
  const distance = editDistance(name, own);
  return name.length >= 6 && (distance === 1 || (distance === 2 && letters(name) === letters(own)));
}

/** PORT for CANDOR_PORT, port and P_O_R_T. Kubernetes sets CANDOR_PORT for a service of that name. */
const bare = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^CANDOR_/, "")
    .replaceAll("_", "");

/** Names that are nearly ours, and unknown names in our files: most likely a setting that has no effect. */
export function findStrangeSettings(env: Environment, origins: Origins = {}): StrangeSetting[] {
  return Object.keys(env)
    .filter(
      (name) =>
        !(name in SETTINGS) &&
        !Object.values(OLD_NAMES).includes(name) &&
        env[name] &&
        !/^tcp:\/\//.test(env[name] ?? ""),
    )
    .flatMap((name) => {
      const near = NAMES.find((own) => bare(name) === bare(own)) ?? NAMES.find((own) => isTypo(name, own)) ?? "";
      const origin = originOf(env, origins, name);
      const suggestion = near || (origins[name] ? suggest(name.toUpperCase(), NAMES) : "");
      return near || origins[name] ? [{ name, origin, suggestion }] : [];
    });
}

/** Every setting with its value and where the value comes from. Secrets are hidden. */
export function describeSettings(env: Environment, origins: Origins = {}): SettingOrigin[] {
  return NAMES.map((name) => {
    const value = text(env, name);
    return {
      name,
      value: name === "SECRET_KEY" && value !== "" ? "(set)" : hidePasswords(value, value),
      origin: originOf(env, origins, givenName(env, name)),
      help: SETTINGS[name].help,
    };
  });
}
