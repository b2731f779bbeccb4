/** The addresses under which the desk answers, and the origins that belong to them. */
export type Addresses = {
  /** What a Host header may say. */
  hosts: ReadonlySet<string>;
  /** The origin of the pages for a Host header. */
  originOf(host: string): string;
  /** The address in links that are printed. It is a number, so that no other program can answer for the name. */
  origin: string;
  secure: boolean;
};

const LOCAL = ["localhost", "127.0.0.1", "[::1]"] as const;
const withPort = (name: string, port: number): string => new URL(`http://${name}:${port}`).host;

/** On this machine: only the three local names, with the desk's own port (a site that rebinds its name has another). */
export function localAddresses(listens_on: string, port: number): Addresses {
  const shown = listens_on.includes(":") ? `[${listens_on}]` : listens_on;
  return {
    hosts: new Set(LOCAL.map((name) => withPort(name, port))),
    originOf: (host) => `http://${host}`,
    origin: `http://${withPort(shown, port)}`,
    secure: false,
  };
}
