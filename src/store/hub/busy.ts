import type { Value } from "../store.ts";

/** Hosts and domains that get no more requests for now. */
export type Busy = { hosts: readonly string[]; domains: readonly string[] };

const list = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(",");

/** A condition that excludes them. Its values are numbered from `first`. */
export function notBusy({ hosts, domains }: Busy, first: number): { sql: string; values: Value[] } {
  const of_hosts = hosts.length > 0 ? `AND host NOT IN (${list(hosts.length, first)})` : "";
  const of_domains = domains.length > 0 ? `AND domain NOT IN (${list(domains.length, first + hosts.length)})` : "";
  return { sql: `${of_hosts} ${of_domains}`, values: [...hosts, ...domains] };
}
