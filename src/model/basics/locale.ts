import type { Profile } from "../business.ts";

/** A locale such as es-US. Numbers and dates are written as in the country of the business. */
export function localeOf(language: "en" | "es", profile: Profile | null): string {
  const [, own] = /^[a-z]+-([A-Za-z]{2}|\d{3})\b/.exec(profile?.language ?? "") ?? [];
  const country = profile?.address?.address_country ?? "";
  const region = own ?? (/^[A-Z]{2}$/.test(country) ? country : "US");
  return `${language}-${region.toUpperCase()}`;
}
