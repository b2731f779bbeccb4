import type { Language } from "../../pages/parts/languages.ts";

const english = {
  desk: "Desk",
  skip: "Skip to main content",
  pages: "Pages of the desk",
  today: "Today",
  import: "Import",
  waiting: "Waiting",
  reviews: "Reviews",
  imports: "Imports",
  profile: "Your business",
  record: "Record",
  sign_out: "Sign out",
  public_page: "Public page",
  here: "on this machine",
  other_language: "Español",
  no_profile: "Your reviews",
  newer: "Newer",
  older: "Older",
  page_of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  more_pages: "More pages",
  foot: "This is the desk of the owner. Only who signed in sees it.",
};

const spanish: typeof english = {
  desk: "Escritorio",
  skip: "Ir al contenido",
  pages: "Páginas del escritorio",
  today: "Hoy",
  import: "Importar",
  waiting: "En espera",
  reviews: "Reseñas",
  imports: "Importaciones",
  profile: "Tu negocio",
  record: "Registro",
  sign_out: "Salir",
  public_page: "Página pública",
  here: "en este equipo",
  other_language: "English",
  no_profile: "Tus reseñas",
  newer: "Más recientes",
  older: "Más antiguas",
  page_of: (page, pages) => `Página ${page} de ${pages}`,
  more_pages: "Más páginas",
  foot: "Este es el escritorio del propietario. Solo lo ve quien ha entrado.",
};

export const FRAME_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
