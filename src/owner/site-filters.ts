import type { Mentions } from "../model/review.ts";
import { countMentions } from "../store/reviews/reviews.ts";
import { readOwnProfile } from "./own-profile.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** A filter that a site which shows the reviews may have, and how many reviews it finds. */
type SiteFilter = { id: string; name: string; count: number };
export type SiteFilters = { technicians: SiteFilter[]; services: SiteFilter[] };

/** The people and services by whom an embed can be filtered. People who are in no insights are left out. */
export async function readSiteFilters(deps: OwnerDeps): Promise<SiteFilters> {
  const profile = await readOwnProfile(deps);
  const found = new Map<string, number>();
  for (const { mentions, count } of await countMentions(deps.store)) {
    const { technicians, services }: Mentions = JSON.parse(mentions);
    for (const key of [
      ...technicians.map(({ id }) => `technician ${id}`),
      ...services.map(({ id }) => `service ${id}`),
    ])
      found.set(key, (found.get(key) ?? 0) + count);
  }
  const counted = (kind: string, list: readonly { id: string; name: string }[]): SiteFilter[] =>
    list.map(({ id, name }) => ({ id, name, count: found.get(`${kind} ${id}`) ?? 0 }));
  return {
    technicians: counted("technician", profile?.technicians.filter(({ insights }) => insights) ?? []),
    services: counted("service", profile?.services ?? []),
  };
}
