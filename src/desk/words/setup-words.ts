import type { FirstFault } from "../../owner/begin-profile.ts";
import type { Language } from "../../pages/parts/languages.ts";

const english = {
  title: "Set up",
  lead: "Tell readers whose reviews these are. Everything else can follow later.",
  name: "Name of the business",
  type: "Kind of business",
  type_note: "The insights look for what reviews of this trade talk about. Search engines know it, too.",
  country: "Country",
  no_country: "not said",
  time_zone: "Time zone",
  time_zone_note: "Reviews are dated in this time zone.",
  save: "Save and continue",
  faults: {
    name: "Write the name, with at most 300 characters.",
    type: "Choose a kind of business from the list.",
    country: "Choose a country from the list.",
    time_zone: "Choose a time zone from the list.",
  } satisfies Record<FirstFault, string>,
};

const spanish: typeof english = {
  title: "Configurar",
  lead: "Di a los lectores de quién son estas opiniones. Lo demás puede venir después.",
  name: "Nombre del negocio",
  type: "Tipo de negocio",
  type_note: "El análisis busca de qué hablan las opiniones de este ramo. También lo conocen los buscadores.",
  country: "País",
  no_country: "sin indicar",
  time_zone: "Zona horaria",
  time_zone_note: "Las opiniones llevan fecha de esta zona horaria.",
  save: "Guardar y continuar",
  faults: {
    name: "Escribe el nombre, con 300 caracteres como máximo.",
    type: "Elige un tipo de negocio de la lista.",
    country: "Elige un país de la lista.",
    time_zone: "Elige una zona horaria de la lista.",
  },
};

export const SETUP_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
