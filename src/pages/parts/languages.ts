import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { localeOf } from "../../model/basics/locale.ts";
import type { Profile } from "../../model/business.ts";
import type { Site } from "./site.ts";

/** The languages in which the pages are written. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Spoken = {
  profile: Profile | null;
  /** The published reviews of each language tag. */
  by_language: ReadonlyMap<string, { readonly length: number }>;
};

const primary = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";

/** The page language for a tag such as es-MX. English if there are no pages in that language. */
export const languageOfTag = (tag: string | null | undefined): Language =>
  LANGUAGES.find((language) => language === primary(tag ?? "")) ?? "en";

/**
 * The first is the profile's language. Another is offered if enough reviews are written in it, because it then has
 * readers.
 */
export function languagesFor({ profile, by_language }: Spoken): Language[] {
  const main = languageOfTag(profile?.language);
  const written = (language: Language) =>
    Array.from(by_language, ([tag, { length }]) => (primary(tag) === language ? length : 0)).reduce((a, b) => a + b, 0);
  return [main, ...LANGUAGES.filter((other) => other !== main && written(other) >= ENOUGH_REVIEWS)];
}

/** The site in one of its languages. Without `wanted`, in the profile's language. */
export function inLanguage(site: Site, spoken: Spoken, wanted?: Language): Site {
  const languages = languagesFor(spoken);
  const language = languages.find((offered) => offered === wanted) ?? languageOfTag(spoken.profile?.language);
  return { ...site, languages, locale: localeOf(language, spoken.profile) };
}

/** The same site in another language. If that is not offered, in the profile's language. */
export function twinOf(site: Site, language: Language): Site {
  const { languages = [siteLanguage(site)], locale = "en-US" } = site;
  const spoken = languages.includes(language) ? language : (languages[0] ?? "en");
  return { ...site, languages, locale: spoken + locale.slice(spoken.length) };
}

/** The language of a page. */
export const siteLanguage = ({ locale = "en-US" }: Site): Language => languageOfTag(locale);
