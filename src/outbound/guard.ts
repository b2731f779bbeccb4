import ipaddr from "ipaddr.js";
import { getDomain } from "tldts";

/** Decides which callbacks may be called: by their text in a request, and by their address at every connection. */
export type Guard = {
  ports: readonly number[];
  /** Exact host:port pairs that pass both checks. For tests. */
  allowed: readonly string[];
  own_host: string;
};

export type Callback = {
  host: string;
  port: number;
  /** Path and query, exactly as given. */
  target: string;
  /** The registrable domain. */
  domain: string;
};

const PRIVATE_SUFFIXES = [
  ["localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private"],
  ["home.arpa", "arpa", "onion", "alt", "test", "example", "invalid", "svc"],
].flat();

const LABEL = /^[a-z0-9_-]{1,63}$/;
/** If the last label is a number, the whole host is an IPv4 address (WHATWG URL, "ends in a number"). */
const NUMBER = /^(\d+|0x[0-9a-f]*)$/;

function hostFault(host: string, guard: Guard): string | null {
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  if (host.startsWith("[") || NUMBER.test(last)) return "its host must be a name, not an address";
  if (labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label))) {
    return "its host must be a public name: at least two labels of a-z, 0-9, _ and -";
  }
  if (host === guard.own_host) return "it must not be this service";
  if (PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) {
    return "its host is under a domain that is not public";
  }
  return null;
}

/** Every program must read the URL the same way, so it is never corrected: any other spelling is refused. */
export function parseCallback(text: string, guard: Guard): Callback | { fault: string } {
  if (text.length > 2048) return { fault: "it must have at most 2048 characters" };
  if (!/^[\x21-\x7e]*$/.test(text)) return { fault: "it must be printable ASCII without spaces" };
  const parts = /^https:\/\/([^/?#]+)([^#]*)(#?)/i.exec(text);
  if (!parts?.[1]) return { fault: "it must begin with https:// and a host" };
  if (parts[3]) return { fault: "it must not have a fragment" };
  if (parts[1].includes("@")) return { fault: "it must not contain credentials" };
  const authority = /^(\[[^\]]*\]|[^:]*)(?::([1-9]\d{0,4}))?$/.exec(parts[1]);
  if (!authority?.[1]) return { fault: "its host or port is malformed" };
  const host = authority[1].toLowerCase();
  const port = Number(authority[2] ?? 443);
  if (!guard.allowed.includes(`${host}:${port}`)) {
    if (port !== 443 && !guard.ports.includes(port)) return { fault: `its port must be 443 or one of ${guard.ports}` };
    const fault = hostFault(host, guard);
    if (fault) return { fault };
  }
  const rest = parts[2] ?? "";
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  return { host, port, target, domain: getDomain(host, { allowPrivateDomains: true }) ?? host };
}

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Azure's platform endpoint. Its number looks like a public address, but it is used as a private one. */
const PLATFORM_ADDRESS = "168.63.129.16";

/** These checks are needed in addition to ipaddr.js, which treats ::7f00:1 and 4000::1 as unicast. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_V6) : parsed.toString() !== PLATFORM_ADDRESS;
}

export const isAllowed = (guard: Guard, host: string, port: number): boolean =>
  guard.allowed.includes(`${host}:${port}`);
