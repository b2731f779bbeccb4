import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Profile } from "../../model/business.ts";
import type { RedactionSpan } from "../span.ts";

/** What the business publishes about itself, which is no secret in a review. */
export type Own = { readonly country: CountryCode | null; isOwn(kind: RedactionSpan["kind"], value: string): boolean };

const digitsOf = (value: string): string => value.replace(/\D/g, "");

function countryByName(name: string): CountryCode | null {
  const code = name.trim().toUpperCase();
  if (isSupportedCountry(code)) return code;
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const other: Record<string, CountryCode> = { USA: "US", "U.S.": "US", "U.S.A.": "US", UK: "GB", ENGLAND: "GB" };
  return other[code] ?? getCountries().find((country) => names.of(country)?.toUpperCase() === code) ?? null;
}

/** The country in which numbers need no country code: that of the address, of the telephone, else of the time zone. */
function countryOf({ address, telephone, time_zone }: Profile): CountryCode | null {
  const byAddress = address?.address_country ? countryByName(address.address_country) : null;
  if (byAddress) return byAddress;
  const byPhone = telephone?.trim().startsWith("+") ? parsePhoneNumberFromString(telephone)?.country : undefined;
  if (byPhone) return byPhone;
  return countryByClock(time_zone);
}

/** Asking all countries takes 80 ms (measured), so it waits until a number is found, and the answer is kept. */
const byClock = new Map<string, CountryCode | null>();
function countryByClock(time_zone: string): CountryCode | null {
  const known = byClock.get(time_zone);
  if (known !== undefined) return known;
  const found = getCountries().find((code) => new Intl.Locale(`und-${code}`).getTimeZones?.()?.includes(time_zone));
  byClock.set(time_zone, found ?? null);
  return found ?? null;
}

const hostOf = (link: string): string =>
  link
    .toLowerCase()
    .replace(/^[a-z]{3,5}:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/?#:][\s\S]*$/, "");

const LEAST_PHONE = 6;
/** "Lindenstr." is the same as "Lindenstraße". */
const wordsOf = (value: string): string[] =>
  (value.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).map((word) =>
    word.replace(/(?<=\p{L})(?:straße|strasse|str)$/u, ""),
  );
const STREET_WORDS = new Set(
  "street str avenue ave road lane drive suite ste calle rue rua via strasse straße the des del dei das dos".split(" "),
);

/** Whether it has the house number and a word of the street of the business, or is its postcode. */
function isOwnAddress(value: string, address: NonNullable<Profile["address"]>): boolean {
  const all = Object.values(address).filter((part) => part !== null);
  const compact = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
  if (address.postal_code !== null && compact(value) === compact(address.postal_code)) return true;
  const numbers = new Set(all.flatMap((part) => part.match(/\d+[a-z]?/gi) ?? []).map((part) => part.toLowerCase()));
  const own = new Set(all.flatMap(wordsOf).filter((word) => !STREET_WORDS.has(word)));
  const first = /\d+[a-z]?/i.exec(value)?.[0].toLowerCase() ?? "";
  return numbers.has(first) && wordsOf(value).some((word) => own.has(word));
}

/** "hello [at] clinic dot example" as it would be without the disguise. */
const undisguised = (value: string): string =>
  value
    .replace(/\s?[[({<]?(?<![\p{L}\d])(?:at|ät|arroba|arobase|chiocciola)(?![\p{L}\d])[\])}>]?\s?/giu, "@")
    .replace(/\s?[[({<]?(?<![\p{L}\d])(?:dot|punto|punkt|point|ponto)(?![\p{L}\d])[\])}>]?\s?/giu, ".")
    .replace(/\s/g, "");

const NOTHING: Own = { country: null, isOwn: () => false };

export function createOwn(profile: Profile | null): Own {
  if (!profile) return NOTHING;
  const { telephone, email, url, same_as, address } = profile;
  const phone = telephone === null ? "" : digitsOf(telephone.replace(/(?:ext|x)[\s\S]*$/i, ""));
  const hosts = new Set([url, email?.split("@")[1]].flatMap((link) => (link ? [hostOf(link)] : [])));
  const profiles = same_as.map((link) =>
    link
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, "")
      .replace(/\/$/, ""),
  );
  const handles = new Set([
    ...profiles.map((link) => link.slice(link.lastIndexOf("/") + 1).replace(/^@/, "")),
    // Most accounts are named like the website.
    ...[...hosts].map((host) => host.replace(/\.[\s\S]*$/, "")),
  ]);
  let country: CountryCode | null | undefined;
  const isOwnPhone = (value: string): boolean => {
    const digits = digitsOf(value.replace(/(?:ext|x)[\s\S]*$/i, "")).replace(/^0{1,2}/, "");
    return digits.length >= LEAST_PHONE && phone.length > 0 && (phone.endsWith(digits) || digits.endsWith(phone));
  };
  return {
    get country() {
      if (country === undefined) country = countryOf(profile);
      return country;
    },
    isOwn(kind, value) {
      const plain = value.toLowerCase().trim();
      if (kind === "phone") return isOwnPhone(value);
      if (kind === "email") return email !== null && undisguised(plain) === email.toLowerCase();
      if (kind === "url")
        return (
          hosts.has(hostOf(undisguised(plain))) ||
          profiles.some((link) => plain.replace(/^https?:\/\/(?:www\.)?|^www\./, "").startsWith(link))
        );
      if (kind === "handle") return handles.has(plain.replace(/^@/, ""));
      return kind === "address" && address !== null && isOwnAddress(value, address);
    },
  };
}
