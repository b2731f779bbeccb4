import { localeOf } from "../model/basics/locale.ts";
import { readOwnProfile } from "../owner/own-profile.ts";
import { LANGUAGES, type Language } from "../pages/parts/languages.ts";
import { describeSite } from "../pages/parts/site.ts";
import { LANGUAGE_COOKIE, readCookie } from "./desk-cookies.ts";
import type { Arrival, Desk } from "./visit.ts";

/** The first language of the browser in which there are pages: "es-MX,es;q=0.9,en;q=0.8" is Spanish. */
function browserLanguage(accepted: string | null): Language {
  const wanted = (accepted ?? "").split(",").map((part) => {
    const [tag = "", quality = "q=1"] = part.trim().split(";");
    const q = Number(quality.trim().replace(/^q=/, ""));
    return { tag: tag.toLowerCase().split("-")[0] ?? "", q: Number.isNaN(q) ? 0 : q };
  });
  const found = wanted
    .sort((a, b) => b.q - a.q)
    .map(({ tag, q }) => (q > 0 ? LANGUAGES.find((language) => language === tag) : undefined))
    .find((language) => language !== undefined);
  return found ?? "en";
}

function chooseLanguage(request: Request): Language {
  const chosen = readCookie(request, LANGUAGE_COOKIE);
  return LANGUAGES.find((language) => language === chosen) ?? browserLanguage(request.headers.get("accept-language"));
}

/** What is known of a request before anybody signed in. */
export async function arrive(desk: Desk, request: Request, url: URL, address: string): Promise<Arrival> {
  const profile = await readOwnProfile(desk.deps);
  const language = chooseLanguage(request);
  return {
    desk,
    request,
    url,
    address,
    language,
    // One language, so that links to pages have no prefix.
    site: {
      ...describeSite(desk.public_url, false, { profile, profile_changed_at: desk.deps.now().toISOString() }),
      locale: localeOf(language, profile),
      languages: [language],
    },
    time_zone: profile?.time_zone ?? null,
  };
}
