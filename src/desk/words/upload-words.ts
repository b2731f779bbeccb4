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
      [
        "Sign in at takeout.google.com with the account that manages the business.",
        "Press Deselect all, then choose only Google Business Profile.",
        "Press Next step, then Create export. Google sends a mail with a link when the zip is ready.",
        "Download the zip and upload it as it is.",
      ],
    ],
    [
      "Yelp, Facebook, Trustpilot",
      [
        "Sign in to the business account of the site and open its reviews.",
        "Export them as CSV or JSON. If the site has no export there, ask its support for your reviews.",
        "Upload that file.",
      ],
    ],
    [
      "Birdeye, Podium, Judge.me, Outscraper, Apify",
      ["Export the reviews there as CSV or JSON.", "Upload that file, with all its columns."],
    ],
    [
      "A survey or a list of your own",
      [
        "Each review needs a row with a rating and a date. A title above the column names can stay.",
        "Save it as Excel (.xlsx), OpenDocument (.ods) or CSV.",
        "Upload it. If a column says whether the review may be published, that is asked and kept.",
      ],
    ],
  ] as [string, string[]][],
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
  how: "Cómo obtener tus opiniones",
  sources: [
    [
      "Google",
      [
        "Entra en takeout.google.com con la cuenta que gestiona el negocio.",
        "Pulsa Desmarcar todo y elige solo Perfil de Empresa de Google.",
        "Pulsa Siguiente paso y luego Crear exportación. Google envía un correo con un enlace cuando el zip está listo.",
        "Descarga el zip y súbelo tal cual.",
      ],
    ],
    [
      "Yelp, Facebook, Trustpilot",
      [
        "Entra en la cuenta de empresa del sitio y abre sus opiniones.",
        "Expórtalas en CSV o JSON. Si el sitio no ofrece exportarlas, pide tus opiniones a su soporte.",
        "Sube ese archivo.",
      ],
    ],
    [
      "Birdeye, Podium, Judge.me, Outscraper, Apify",
      ["Exporta allí las opiniones en CSV o JSON.", "Sube ese archivo, con todas sus columnas."],
    ],
    [
      "Una encuesta o una lista propia",
      [
        "Cada opinión necesita una fila con una puntuación y una fecha. Un título encima de los nombres de las columnas puede quedarse.",
        "Guárdala como Excel (.xlsx), OpenDocument (.ods) o CSV.",
        "Súbela. Si una columna dice si la opinión se puede publicar, se pregunta y se respeta.",
      ],
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
