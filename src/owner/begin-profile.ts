import { randomUUID } from "node:crypto";
import { ProfileChanged, saveBusiness } from "../import/run/save-business.ts";
import { isTimeZone } from "../model/basics/time.ts";
import { LOCAL_BUSINESS_TYPES } from "../model/local-business-types.ts";
import { assignIds, profileFile } from "../model/profile-file.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerDeps } from "./owner-deps.ts";

const NAME_LENGTH = 300;

/** What a profile needs at least. The rest can follow. */
export type FirstProfile = { name: string; type: string; country: string; time_zone: string };
export type FirstFault = keyof FirstProfile;

export const businessTypes: readonly string[] = [...LOCAL_BUSINESS_TYPES].sort();
export const timeZones = (): string[] => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

/** Intl has names for these, too: groups of countries, codes for tests, and former codes of countries of today. */
const NO_COUNTRY = new Set("EU EZ QO UN XA XB ZZ AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR".split(" "));

/** Codes of countries that Intl has names for. */
export function countries(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const found = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const order = new Intl.Collator(locale);
  return found
    .flatMap((code) => {
      const name = NO_COUNTRY.has(code) ? undefined : names.of(code);
      return name ? [{ code, name }] : [];
    })
    .sort((a, b) => order.compare(a.name, b.name));
}

/** What is wrong; empty if the profile can be saved. */
function findFirstFaults({ name, type, country, time_zone }: FirstProfile): FirstFault[] {
  const known = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return [
    ...(name === "" || name.length > NAME_LENGTH ? (["name"] as const) : []),
    ...(businessTypes.includes(type) ? [] : (["type"] as const)),
    ...(country === "" || (/^[A-Z]{2}$/.test(country) && known.of(country)) ? [] : (["country"] as const)),
    ...(isTimeZone(time_zone) ? [] : (["time_zone"] as const)),
  ];
}

export type Begun = { faults: FirstFault[] } | { version: number | null } | { taken: true };

/** Saves the first profile. If there is one by now, it stays: somebody else was faster. */
export async function beginProfile({ store, now }: OwnerDeps, first: FirstProfile): Promise<Begun> {
  const faults = findFirstFaults(first);
  if (faults.length > 0) return { faults };
  if (await readProfile(store)) return { taken: true };
  const { name, type, country, time_zone } = first;
  const address = country === "" ? {} : { address: { address_country: country } };
  const parsed = profileFile.safeParse({ name, type, time_zone, ...address });
  if (!parsed.success) return { faults: ["name"] };
  const deps = { store, now, newRun: randomUUID };
  try {
    return { version: (await saveBusiness(deps, assignIds(parsed.data, null), { edited: null })).version };
  } catch (error) {
    if (error instanceof ProfileChanged) return { taken: true };
    throw error;
  }
}
