import type { Language } from "../../pages/parts/languages.ts";

const english = {
  title: "Imports",
  lead: "Every import, the newest first. For 30 days, undoing one takes back what it alone brought.",
  empty: "Nothing was imported yet.",
  number: "Import",
  when: "When",
  file: "File",
  who: "Who",
  counts: "What it did",
  would: "What undoing would do",
  undone: (when: string) => `Undone ${when}`,
  by_source: (name: string) => `The source ${name}`,
  by_owner: "A command",
  count: {
    added: "new",
    updated: "changed",
    unchanged: "same",
    rejected: "refused",
    removed: "removed",
    kept_out: "erased before",
  },
  removed: (count: string) => (count === "1" ? "1 added review removed" : `${count} added reviews removed`),
  restored: (count: string) => (count === "1" ? "1 changed review as before" : `${count} changed reviews as before`),
  returned: (count: string) => (count === "1" ? "1 removed review back" : `${count} removed reviews back`),
  kept: (count: string) =>
    count === "1"
      ? "1 stays, because a later import or a source has it, too"
      : `${count} stay, because a later import or a source has them, too`,
  undo: "Undo",
  undo_title: (number: string) => `Undo import ${number}`,
  cannot: "It cannot be undone now:",
  later_import: (number: number) => `Import ${number} changed some of the same reviews later: undo that one first.`,
  published_since: (count: number) =>
    count === 1
      ? "You published 1 of its reviews since. Take that back first: then it waits again, and the import can be undone."
      : `You published ${count} of its reviews since. Take that back first: then they wait again, and the import can be undone.`,
  reopen: (count: number) => (count === 1 ? "Take 1 publication back" : `Take ${count} publications back`),
  decided: (count: number) =>
    count === 1
      ? "1 of its reviews was withheld or published since. Change that first."
      : `${count} of its reviews were withheld or published since. Change that first, beginning with this one.`,
  changed: "The data changed meanwhile, and undoing would now do something else. Nothing was changed. Look again.",
  back: "All imports",
};

const spanish: typeof english = {
  title: "Importaciones",
  lead: "Todas las importaciones, las más recientes primero. Durante 30 días, deshacer una quita lo que solo ella trajo.",
  empty: "Todavía no se importó nada.",
  number: "Importación",
  when: "Cuándo",
  file: "Archivo",
  who: "Quién",
  counts: "Lo que hizo",
  would: "Lo que haría deshacerla",
  undone: (when) => `Deshecha el ${when}`,
  by_source: (name) => `La fuente ${name}`,
  by_owner: "Un comando",
  count: {
    added: "nuevas",
    updated: "cambiadas",
    unchanged: "iguales",
    rejected: "rechazadas",
    removed: "retiradas",
    kept_out: "borradas antes",
  },
  removed: (count) => (count === "1" ? "1 opinión añadida se quita" : `${count} opiniones añadidas se quitan`),
  restored: (count) => (count === "1" ? "1 opinión cambiada, como antes" : `${count} opiniones cambiadas, como antes`),
  returned: (count) => (count === "1" ? "1 opinión retirada vuelve" : `${count} opiniones retiradas vuelven`),
  kept: (count) =>
    count === "1"
      ? "1 se queda, porque otra importación o una fuente también la tiene"
      : `${count} se quedan, porque otra importación o una fuente también las tiene`,
  undo: "Deshacer",
  undo_title: (number) => `Deshacer la importación ${number}`,
  cannot: "Ahora no se puede deshacer:",
  later_import: (number) =>
    `La importación ${number} cambió después algunas de las mismas opiniones: deshaz esa antes.`,
  published_since: (count) =>
    count === 1
      ? "Después publicaste 1 de sus opiniones. Deshaz eso antes: vuelve a esperar y la importación se puede deshacer."
      : `Después publicaste ${count} de sus opiniones. Deshaz eso antes: vuelven a esperar y la importación se puede deshacer.`,
  reopen: (count) => (count === 1 ? "Deshacer 1 publicación" : `Deshacer ${count} publicaciones`),
  decided: (count) =>
    count === 1
      ? "Después se retuvo o se publicó 1 de sus opiniones. Cambia eso antes."
      : `Después se retuvieron o se publicaron ${count} de sus opiniones. Cambia eso antes, empezando por esta.`,
  changed: "Los datos cambiaron mientras tanto, y deshacer haría ahora otra cosa. No se cambió nada. Mira de nuevo.",
  back: "Todas las importaciones",
};

export const IMPORTS_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
