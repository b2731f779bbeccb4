import type { SearchFilters } from "../../model/search.ts";
import { LANGUAGES, type Language } from "../parts/languages.ts";

export const LAYOUTS = ["list", "grid", "carousel", "quote", "rating"] as const;
type Layout = (typeof LAYOUTS)[number];
/** Layouts that show as many reviews as the site asks for. */
export const showsSeveral = (layout: Layout): boolean => layout !== "quote" && layout !== "rating";
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const MOST_SHOWN = 10;
const DEFAULT_REVIEWS = 3;
const NAME_CHARACTERS = 300;

/** What a site that embeds the reviews can choose. */
export type EmbedOptions = {
  layout: Layout;
  theme: Theme;
  language: Language;
  /** How many reviews a list, a grid or a carousel shows. */
  reviews: number;
  /** There is no filter by rating, so that nobody can show only the good reviews. */
  filters: EmbedFilters;
};

export type EmbedFilters = Pick<SearchFilters, "mentions_technician" | "mentions_service">;
const FILTERS = ["mentions_technician", "mentions_service"] as const;

const MOST_HEIGHT = 700;

/** The height that an embed reserves on the page. Longer content scrolls inside, so nothing on the page moves. */
export function heightOf({ layout, reviews }: Pick<EmbedOptions, "layout" | "reviews">): number {
  if (layout === "list" || layout === "grid") return Math.min(MOST_HEIGHT, 160 + 130 * reviews);
  return layout === "rating" ? 150 : layout === "quote" ? 340 : 460;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null, fallback: T): T =>
  values.find((known) => known === value) ?? fallback;

export function parseEmbedFilters(query: URLSearchParams): EmbedFilters {
  const filters: EmbedFilters = {};
  for (const name of FILTERS) {
    const value = query.get(name)?.trim() ?? "";
    if (value !== "" && value.length <= NAME_CHARACTERS && !value.includes("\0")) filters[name] = value;
  }
  return filters;
}

/** A value that is not allowed is replaced by the default, so that an embed never shows an error on another site. */
export function parseEmbedOptions(query: URLSearchParams, language: Language): EmbedOptions {
  const reviews = /^\d{1,3}$/.test(query.get("reviews") ?? "") ? Number(query.get("reviews")) : DEFAULT_REVIEWS;
  return {
    layout: oneOf(LAYOUTS, query.get("layout"), "list"),
    theme: oneOf(THEMES, query.get("theme"), "auto"),
    language: oneOf(LANGUAGES, query.get("language"), language),
    reviews: Math.min(MOST_SHOWN, Math.max(1, reviews)),
    filters: parseEmbedFilters(query),
  };
}

/** A path with the query parameters that are set. */
export function withQuery(path: string, parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The path of the frame with these options. */
export const framePath = ({ layout, theme, language, reviews, filters }: EmbedOptions): string =>
  withQuery("/embed/frame", { layout, theme, language, ...(showsSeveral(layout) ? { reviews } : {}), ...filters });
