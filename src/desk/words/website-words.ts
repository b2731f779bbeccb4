import type { Language } from "../../pages/parts/languages.ts";

const english = {
  title: "On your website",
  lead: "Everybody sees your reviews at this address:",
  local: "Only this machine reaches it. To publish the reviews, a server has to run them: the owner's guide says how.",
  choose: "Choose how the reviews look on your own site, then paste one of the texts into your page.",
  copy: "Copy",
  copied: "Copied",
  preview: "See how it looks",
  nothing_title: "Filters that find nothing",
  nothing: "On your site, an embed for one of these would be empty. Nobody is named like this in a published review:",
  no_names: "Your profile names no people and no services yet.",
  all_find: "Every person and every service in your profile is in at least one published review.",
};

const spanish: typeof english = {
  title: "En tu sitio web",
  lead: "Todo el mundo ve tus opiniones en esta dirección:",
  local: "Solo este equipo llega a ella. Para publicar las opiniones hace falta un servidor: la guía explica cómo.",
  choose: "Elige cómo se ven las opiniones en tu propio sitio y pega uno de los textos en tu página.",
  copy: "Copiar",
  copied: "Copiado",
  preview: "Ver cómo queda",
  nothing_title: "Filtros que no encuentran nada",
  nothing: "En tu sitio, una inserción de estos quedaría vacía. Ninguna opinión publicada los nombra:",
  no_names: "Tu perfil todavía no nombra personas ni servicios.",
  all_find: "Cada persona y cada servicio de tu perfil está en al menos una opinión publicada.",
};

export const WEBSITE_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
