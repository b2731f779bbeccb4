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
    imported: "Imported a file",
    undone: "Took an import back",
    profile: "Saved the profile",
    verify: "Published reviews",
    unverify: "Took publishing back",
    withhold: "Withheld for a legal reason",
    reply_publish: "Published replies",
    reply_drop: "Kept replies back",
    accept: "Accepted what a source asks for",
    refuse: "Refused what a source asks for",
    erased: "Erased a review",
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
    imported: "Importó un archivo",
    undone: "Deshizo una importación",
    profile: "Guardó el perfil",
    verify: "Publicó reseñas",
    unverify: "Deshizo una publicación",
    withhold: "Retuvo por motivo legal",
    reply_publish: "Publicó respuestas",
    reply_drop: "No mostró respuestas",
    accept: "Aceptó lo que pide una fuente",
    refuse: "Rechazó lo que pide una fuente",
    erased: "Borró una reseña",
  },
};

export const RECORD_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
