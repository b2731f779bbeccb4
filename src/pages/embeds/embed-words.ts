import type { Language } from "../parts/languages.ts";

/** The texts of the badge, the widget and the frame. `{…}` is replaced by a value. The widget contains both tables. */
export const EMBED_WORDS: Record<Language, Record<string, string>> = {
  en: {
    of: "Reviews of {name}",
    rating: "{rating} out of 5",
    stars: "{rating} out of 5 stars",
    one: "1 review",
    many: "{count} reviews",
    none: "No reviews yet",
    all: "All reviews",
    mention: "Reviews that mention {name}",
    mention_none: "No review mentions {name} yet",
    more: "Read more",
    translated: "Translated",
    rating_only: "Rating only, no comment.",
    demo: "Demonstration",
    made_up: "These reviews are made up.",
    newest: "Newest reviews",
    rule: "The newest with a comment.",
    silent_one: "1 review of stars only comes after them in the full list.",
    silent_many: "{count} reviews of stars only come after them in the full list.",
    business: "Checked by the business",
    account: "Signed-in account",
  },
  es: {
    of: "Opiniones sobre {name}",
    rating: "{rating} de 5",
    stars: "{rating} de 5 estrellas",
    one: "1 opinión",
    many: "{count} opiniones",
    none: "Todavía no hay opiniones",
    all: "Todas las opiniones",
    mention: "Opiniones que mencionan a {name}",
    mention_none: "Todavía ninguna opinión menciona a {name}",
    more: "Leer más",
    translated: "Traducida",
    rating_only: "Solo calificación, sin comentario.",
    demo: "Demostración",
    made_up: "Estas opiniones son inventadas.",
    newest: "Opiniones más recientes",
    rule: "Las más recientes con comentario.",
    silent_one: "Además hay 1 opinión solo con estrellas en la lista completa.",
    silent_many: "Además hay {count} opiniones solo con estrellas en la lista completa.",
    business: "Comprobada por el negocio",
    account: "Cuenta con sesión iniciada",
  },
};

export type Say = (word: string, values?: Record<string, string>) => string;

export const embedWordsOf =
  (language: Language): Say =>
  (word, values = {}) =>
    (EMBED_WORDS[language][word] ?? "").replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
