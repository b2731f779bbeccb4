import { html, type Markup } from "../html.ts";
import type { Words } from "./english.ts";
import type { Accuracy } from "./english-policy.ts";
import type { Format } from "./locale-format.ts";

const levels = (): Words["policy"]["levels"] => ({
  business:
    "El negocio responde por ella: la comparó con sus propios registros, invitó a sus clientes a escribir o comprobó la opinión a mano.",
  account:
    "El autor había iniciado sesión en una cuenta del sitio donde se escribió. Esto prueba la cuenta, y nada más.",
});

const searchEngines = (): Words["policy"]["search_engines"] => ({
  business: "Los datos de schema.org de estas páginas describen solo el negocio, sin su calificación ni sus opiniones.",
  direct:
    "Los datos de schema.org de estas páginas incluyen la calificación y las opiniones que el propio negocio recogió, y ninguna de otros sitios.",
  all: "Los datos de schema.org de estas páginas incluyen la calificación y las opiniones de todas las fuentes, copiadas tal cual.",
});

const sections = (): Words["policy"]["sections"] => [
  {
    title: "De dónde vienen las opiniones",
    text: "Importamos las opiniones de los sitios donde se escribieron y de los registros del negocio. Las palabras son del autor. Cada opinión dice de dónde viene.",
  },
  {
    title: "En qué orden aparecen",
    text:
      "Primero las más recientes. La página de inicio muestra primero las más recientes con comentario, porque las estrellas " +
      "solas dicen poco. Ninguna opinión se fija, se promociona ni se clasifica. Todas las opiniones publicadas cuentan igual en el promedio.",
  },
  {
    title: "Qué cambiamos",
    text:
      "Acortamos los nombres de los autores. Cambiamos los teléfonos, los correos y otros datos privados por una " +
      "etiqueta como [phone], y la opinión dice cuántos cambiamos. Un dato que las reglas no vieron " +
      "se cambia a mano, por una etiqueta como [phone hidden by the business]. No cambiamos nada más. " +
      "Si el autor editó después su opinión, la opinión lo dice.",
  },
  {
    title: "Qué no publicamos",
    text: "Solo hay cuatro razones para no publicar una opinión: nada la verifica, su autor no estuvo de acuerdo, está repetida o la ley lo exige. La tabla de arriba las cuenta todas.",
  },
];

const ERASED =
  "La quitamos enseguida de todas las páginas, los canales, las cuentas y los resúmenes. " +
  "Su dirección responde “410 Gone”, y avisamos a los suscriptores.";

const GOOGLE =
  "Google no muestra en sus resultados las estrellas que un negocio publica sobre sí mismo, " +
  "y no intentamos que lo haga.";

export const spanishPolicy = (f: Format): Words["policy"] => ({
  title: (name: string) => `Cómo cuidamos la honestidad de las opiniones sobre ${name}`,
  described: (count: number) =>
    `Cómo se recogen, verifican, ordenan, retienen y borran las opiniones: ${f.count(count)} ${count === 1 ? "publicada" : "publicadas"}.`,
  heading: "Cómo cuidamos la honestidad de estas opiniones",
  lead:
    "Publicamos todas las opiniones que el negocio comprobó o que vienen de una cuenta con sesión iniciada: las buenas, las malas y las intermedias. " +
    "No existe ningún ajuste que esconda una opinión por su calificación o por sus palabras.",
  counted: "Todas las opiniones, contadas",
  counts: "Todas las opiniones guardadas, por estado",
  status: "Estado",
  reviews: "Opiniones",
  published: "Publicadas",
  unverified: "En espera: ni comprobadas por el negocio ni de una cuenta con sesión iniciada",
  consent: "Sin acuerdo: su autor no aceptó claramente que se publicara",
  duplicate: "Repetidas: la misma opinión llegó también de otra fuente",
  legal: "Retenidas por una razón legal",
  erased: "Borradas: a petición del autor, por una razón legal o porque se quitaron de su fuente",
  words_hidden: "Publicadas, con palabras que el negocio ocultó porque revelan un dato privado",
  sections: sections(),
  levels: levels(),
  methods: "Opiniones publicadas según cómo se verificaron",
  method: "Verificadas por",
  private_reason: "No mostramos por qué el negocio comprobó una opinión, porque eso podría revelar quién fue cliente.",
  verification: "Cómo se verifican las opiniones",
  verification_text: "Solo publicamos una opinión verificada de una de dos maneras. Cada opinión dice cuál:",
  reward: "Si al autor se le ofreció una recompensa, la opinión lo dice.",
  erase: "Cómo borrar su opinión",
  eraseText: (contact: Markup) => html`Usted puede pedir que borremos su opinión: escriba a ${contact}. ${ERASED}`,
  the_business: "el negocio",
  insights: "Resumen de las opiniones",
  insightsText: (insights: string) =>
    html`Un programa en este servidor lee las opiniones y prepara <a href="${insights}">el resumen</a>. Cada afirmación enlaza con las opiniones en que se basa. El programa se equivoca a veces.`,
  accuracy: ({ texts, overall, right, found, against }: Accuracy) =>
    `Lo probamos con ${texts} textos propios ya clasificados, más difíciles que las opiniones corrientes. ` +
    `Entendió la opinión general de ${overall} de cada 100. En otros textos, que tienen estrellas, ${right} de cada 100 ` +
    `comentarios sobre un tema que publicó estaban de verdad. De cada 100 que había, publicó ${found}; de cada 100 que contradicen ` +
    `las estrellas de su autor, como una crítica con cinco, publicó ${against}.`,
  engines: "Para los buscadores",
  search_engines: searchEngines(),
  enginesText: (data: string) => html`Todas las opiniones están en <a href="${data}">los datos públicos</a>. ${GOOGLE}`,
});

export const spanishError = (): Words["error"] => ({
  told: new Map([
    [
      404,
      {
        headline: "Página no encontrada",
        text: "Compruebe que la dirección esté bien escrita, o empiece por una de las páginas de abajo.",
      },
    ],
    [
      410,
      {
        headline: "Esta opinión fue retirada",
        text: "Estuvo publicada aquí. Después el autor pidió que la borráramos, la ley exigió retirarla o se quitó del sitio donde se escribió. Ya no guardamos su texto.",
      },
    ],
    [429, { headline: "Demasiadas solicitudes", text: "Espere un minuto y vuelva a cargar la página." }],
    [
      500,
      {
        headline: "Algo salió mal",
        text: "El error es nuestro, no suyo, y quedó registrado. Puede ayudar volver a cargar la página.",
      },
    ],
    [
      503,
      {
        headline: "Estamos arrancando",
        text: "Estamos cargando las opiniones. Esta página se vuelve a cargar sola en unos segundos.",
      },
    ],
  ]),
  id: "Si nos escribe por este error, incluya este código:",
});
