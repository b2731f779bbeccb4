import type { Language } from "../../pages/parts/languages.ts";

const english = {
  title: "Record of changes",
  lead: "What was done at this desk: when, who, and to which reviews or imports. It never holds words of a review.",
  when: "When",
  who: "Who",
  what: "What",
  subjects: "Of what",
  empty: "Nothing was done yet.",
  kinds: {
    signed_in: "Opened the desk",
    signed_out: "Signed out",
  } as Record<string, string>,
};

const spanish: typeof english = {
  title: "Registro de cambios",
  lead: "Lo que se hizo en este escritorio: cuándo, quién y con qué reseñas o importaciones. Nunca contiene palabras de una reseña.",
  when: "Cuándo",
  who: "Quién",
  what: "Qué",
  subjects: "De qué",
  empty: "Todavía no se hizo nada.",
  kinds: {
    signed_in: "Abrió el escritorio",
    signed_out: "Salió",
  },
};

export const RECORD_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
