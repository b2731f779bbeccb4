import { isAbsolute } from "node:path";

/** Requests per minute, or null for no limit. */
export type RateLimit = number | null;

export class Malformed extends Error {}

export function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Malformed(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return (value: string): T[number] => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Malformed(`must be one of ${values.join(", ")}`);
    return found;
  };
}

export function optional<T>(parse: (value: string) => T) {
  return (value: string): T | null => (value === "" ? null : parse(value));
}

export function list<T>(parse: (value: string) => T) {
  return (value: string): T[] =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(parse);
}

export function rateLimit(value: string): RateLimit {
  if (value === "off") return null;
  const match = /^([1-9]\d{0,8})\/min$/.exec(value);
  if (!match) throw new Malformed("must be N/min, such as 3000/min, or off");
  return Number(match[1]);
}

export function origin(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Malformed("must be an http or https origin");
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password) {
    throw new Malformed("must be an origin only, without a path, query or credentials");
  }
  return url.origin;
}

export function databaseUrl(value: string): string {
  if (/^sqlite:./.test(value) || /^postgres(ql)?:\/\/./.test(value)) return value;
  throw new Malformed("must begin with sqlite: or postgres://");
}

export function proxies(value: string): number {
  if (value === "false" || value === "") return 0;
  if (value === "true") return 1;
  return integer(0, 10)(value);
}

export function hostPort(value: string): string {
  if (!/^[a-z0-9._-]+:\d{1,5}$|^\[[0-9a-f:.]+\]:\d{1,5}$/.test(value))
    throw new Malformed("must be a list of host:port");
  return value;
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** The number of seconds in 30s, 15m, 1h or 1d. Null for anything else. */
export function parseEvery(text: string): number | null {
  const [, count = "0", unit = "s"] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS]; // the pattern allows only these
  return seconds > 0 && seconds <= 31_536_000 ? seconds : null;
}

export function duration(value: string): number {
  const found = parseEvery(value);
  if (found === null) throw new Malformed("must be a time such as 30s, 15m, 1h or 1d");
  return found;
}

/** Three numbers: how many backups of the last days, weeks and months are kept. */
export function keepCounts(value: string): number[] {
  const counts = list(integer(0, 1000))(value);
  if (counts.length !== 3) throw new Malformed("must be three numbers: daily, weekly, monthly, such as 7,4,12");
  return counts;
}

export const seconds = integer(1, 31_536_000);

export function secretKeys(value: string): string[] {
  const keys = list((key) => key)(value);
  if (keys.some((key) => key.length < 32)) throw new Malformed("each key must have at least 32 characters");
  return keys;
}

/** Only programs on this machine reach these addresses. */
export const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|localhost|::1)$/.test(host);

/** Passkeys work only with https, and on this machine. */
export function deskUrl(value: string): string {
  const found = origin(value);
  if (!found.startsWith("https:") && !/^http:\/\/localhost:\d+$/.test(found))
    throw new Malformed("must be an https origin, such as https://desk.example.com");
  return found;
}

export function wholePath(value: string): string {
  if (!isAbsolute(value)) throw new Malformed("must be a list of whole paths");
  return value;
}
