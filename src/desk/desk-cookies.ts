import type { Addresses } from "./desk-addresses.ts";

const YEAR_SECONDS = 31_536_000;

/** Cookies ignore ports, so the name has the port: two desks on one machine keep apart. */
export const sessionCookie = ({ origin, secure }: Addresses): string => {
  const { port } = new URL(origin);
  return `${secure ? "__Host-" : ""}candor_desk${port === "" ? "" : `_${port}`}`;
};

export const LANGUAGE_COOKIE = "candor_desk_language";

/** The first cookie of that name. Another site on this machine cannot set one that comes before ours with HttpOnly. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** Lax, because a link in a terminal or a mail has to find the session. Tokens and Origin protect changes. */
const attributes = ({ secure }: Addresses): string => `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

export const setSessionCookie = (addresses: Addresses, secret: string): string =>
  `${sessionCookie(addresses)}=${secret}; ${attributes(addresses)}`;

export const clearSessionCookie = (addresses: Addresses): string =>
  `${sessionCookie(addresses)}=; Max-Age=0; ${attributes(addresses)}`;

export const setLanguageCookie = (addresses: Addresses, language: string): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; ${attributes(addresses)}`;
