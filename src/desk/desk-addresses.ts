/** The addresses under which the desk answers, and the origins that belong to them. */
export type Addresses = {
  /** What a Host header may say. */
  hosts: ReadonlySet<string>;
  /** The origin of the pages for a Host header. */
  originOf(host: string): string;
  /** The address in links that are printed. It is a number, so that no other program can answer for the name. */
  origin: string;
  secure: boolean;
  /** Where it listens: a second start asks there whether it still runs. */
  listens: string;
};

const LOCAL = ["localhost", "127.0.0.1", "[::1]"] as const;
const withPort = (name: string, port: number): string => new URL(`http://${name}:${port}`).host;

/** On this machine: only the three local names, with the desk's own port (a site that rebinds its name has another). */
export function localAddresses(listens_on: string, port: number): Addresses {
  const shown = listens_on.includes(":") ? `[${listens_on}]` : listens_on;
  const listens = withPort(shown, port);
  return {
    hosts: new Set(LOCAL.map((name) => withPort(name, port))),
    originOf: (host) => `http://${host}`,
    origin: `http://${listens}`,
    secure: false,
    listens,
  };
}

const ON_ALL: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Behind a proxy, under one name. */
export function proxiedAddresses(desk_url: string, listens_on: string, port: number): Addresses {
  const { host, protocol } = new URL(desk_url);
  return {
    hosts: new Set([host]),
    originOf: () => desk_url,
    origin: desk_url,
    secure: protocol === "https:",
    listens: localAddresses(ON_ALL[listens_on] ?? listens_on, port).listens,
  };
}
