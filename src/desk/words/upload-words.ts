import type { Language } from "../../pages/parts/languages.ts";

const english = {
  lead: "Choose one file or several: an export of Google or Yelp, or a table of your own. Nothing is public until you publish it.",
  drop: "Drop files here, or choose them",
  upload: "Upload",
  in_hand: "Files in hand",
  answer_all: "Answer the questions of all files",
  how: "How to get your reviews",
  sources: [
    [
      "Google",
      "Open takeout.google.com, choose only Google Business Profile, and download the zip. Upload the zip as it is.",
    ],
    [
      "Yelp, Facebook, Trustpilot",
      "Export the reviews in the business account of the site, as CSV or JSON, and upload that file.",
    ],
    ["Birdeye, Podium, Judge.me, Outscraper, Apify", "Upload the CSV or JSON that the service exports."],
    [
      "A survey or a list of your own",
      "Upload the Excel, OpenDocument or CSV file. It needs a rating and a date for each review.",
    ],
  ] as [string, string][],
  problems: {
    token: "The form was of another session. Load the page again.",
    too_large: "A file is larger than 256 MB, or there are more than 20. Nothing was kept.",
    full: "Files in hand may have 1 GB together. Publish or discard some first. Nothing was kept.",
    no_file: "Choose at least one file.",
    broken: "The upload ended early. Nothing was kept. Try again.",
  },
  stages: {
    reading: "Being read",
    questions: "Has questions for you",
    preview: "Ready to publish",
    publishing: "Being published",
    published: "Published",
    unusable: "Cannot be used",
  },
};

const spanish: typeof english = {
  lead: "Elige uno o varios archivos: una exportación de Google o Yelp, o una tabla propia. Nada es público hasta que lo publiques.",
  drop: "Suelta archivos aquí o elígelos",
  upload: "Subir",
  in_hand: "Archivos en curso",
  answer_all: "Responder las preguntas de todos los archivos",
  how: "Cómo obtener tus reseñas",
  sources: [
    ["Google", "Abre takeout.google.com, elige solo Perfil de Empresa de Google y descarga el zip. Súbelo tal cual."],
    [
      "Yelp, Facebook, Trustpilot",
      "Exporta las reseñas en la cuenta de empresa del sitio, en CSV o JSON, y sube ese archivo.",
    ],
    ["Birdeye, Podium, Judge.me, Outscraper, Apify", "Sube el CSV o JSON que exporta el servicio."],
    [
      "Una encuesta o una lista propia",
      "Sube el archivo de Excel, OpenDocument o CSV. Cada reseña necesita una puntuación y una fecha.",
    ],
  ],
  problems: {
    token: "El formulario era de otra sesión. Carga la página de nuevo.",
    too_large: "Un archivo supera 256 MB, o hay más de 20. No se guardó nada.",
    full: "Los archivos en curso pueden sumar 1 GB. Publica o descarta alguno antes. No se guardó nada.",
    no_file: "Elige al menos un archivo.",
    broken: "La subida terminó antes de tiempo. No se guardó nada. Inténtalo de nuevo.",
  },
  stages: {
    reading: "Leyéndose",
    questions: "Tiene preguntas para ti",
    preview: "Listo para publicar",
    publishing: "Publicándose",
    published: "Publicado",
    unusable: "No se puede usar",
  },
};

export const UPLOAD_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
