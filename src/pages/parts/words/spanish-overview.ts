import { html } from "../html.ts";
import type { Words } from "./english.ts";
import type { Format } from "./locale-format.ts";

export const opinionWord = (count: number): string => (count === 1 ? "opinión" : "opiniones");

/** The words of the overview. */
export const spanishOverview = (f: Format): Words["overview"] => ({
  title: (name) => `${name}: opiniones`,
  untitled: "Opiniones",
  heading: (name) => `Lo que dice la gente de ${name}`,
  bare_heading: "Lo que dice la gente",
  rating: "Calificación",
  out_of: "de 5",
  counted: (all) => `${f.count(all)} ${opinionWord(all)}`,
  commented: "Con comentario",
  facts: "Estrellas, respuestas y fuentes",
  described: (name, rating, count) =>
    `${name}: ${rating} de 5 según ${f.count(count)} ${opinionWord(count)}, sin recortes.`,
  shared: (title, rating, count) => `${title}, ${rating} de 5 (${f.count(count)} ${opinionWord(count)})`,
  undescribed: (name) => `Opiniones sobre ${name}, publicadas completas.`,
  likes: "Lo que gusta y lo que no",
  subject: "Opiniones sobre",
  like: "Gusta",
  dislike: "No gusta",
  side: {
    positive: (count) => (count === 1 ? "opinión a favor" : "opiniones a favor"),
    negative: (count) => (count === 1 ? "opinión en contra" : "opiniones en contra"),
  },
  changed: "Lo que cambió",
  change: {
    fell: (theme) => `${theme}: menos quejas`,
    rose: (theme) => `${theme}: más quejas`,
  },
  before: (month) => `Antes de ${month}`,
  since: (month) => `Desde ${month}`,
  critical: (some, all, mentioned) =>
    html`${some} de ${all} ${mentioned === 1 ? "opinión se queja" : "opiniones se quejan"}`,
  topics: "Temas",
  technician: "Personas",
  service: "Servicios",
  average: (rating) => `${rating} estrellas`,
  knownFor: (themes) => `destaca por ${themes}`,
  replies: "Respuestas del propietario",
  replied: (share, reviews) => html`Al ${share} de las opiniones (${reviews}).`,
  soon: (days) =>
    days < 1
      ? "La mitad llegó el mismo día."
      : `La mitad llegó en ${f.count(Math.ceil(days))} ${Math.ceil(days) === 1 ? "día" : "días"} o menos.`,
  sources: "Escritas en",
  all_insights: "Todo el resumen, con citas",
  months: "La calificación con el tiempo",
  newest: "Opiniones más recientes",
  newest_rule: "Las más recientes con comentario.",
  silent: (count, shown) => `${shown} ${opinionWord(count)} solo con estrellas`,
  silentRule: (silent) => html`Además hay ${silent} en la lista completa.`,
  busy: "Cargando las opiniones…",
  skip: "Ir a las opiniones",
  readAll: (count) => (count === 1 ? "Leer la opinión" : `Leer las ${f.count(count)} opiniones`),
  empty: "Todavía no hay opiniones",
  empty_text: "La primera opinión aparecerá aquí, en los canales y en los datos en cuanto se importe.",
});
