import type { Words } from "./english.ts";

export const spanishEmbed = (): Words["embed"] => ({
  title: (name) => `Opiniones sobre ${name} en su propio sitio`,
  described: "Un widget, un marco y una insignia para otros sitios, con vista previa y la línea para pegar.",
  heading: "Opiniones en su propio sitio",
  lead: "Elija cómo se ven y copie una de las tres líneas en su sitio. Siempre son las opiniones más recientes con comentario: nadie puede elegir solo las buenas.",
  all_options: "Todas las opciones (en inglés)",
  layout: "Formato",
  layouts: {
    list: "Lista de opiniones",
    grid: "Cuadrícula de opiniones",
    carousel: "Fila para deslizar",
    quote: "Una cita",
    rating: "Línea con la calificación",
  },
  reviews: "Número de opiniones",
  theme: "Colores",
  themes: { auto: "Como prefiera quien lee", light: "Claros", dark: "Oscuros" },
  language: "Idioma",
  technician: "Opiniones que mencionan a",
  service: "Opiniones sobre",
  all: "Todas",
  show: "Ver",
  preview: "Vista previa",
  copy: { copy: "Copiar", copied: "Copiado", selected: "Seleccionado: pulse Ctrl+C" },
  snippets: {
    script: {
      title: "Con script",
      summary:
        "La mejor opción para casi todos los sitios. Una sola petición, sin cookies. " +
        "Un sitio con una política de seguridad de contenido necesita este servicio en script-src; " +
        "no hace falta nada más.",
    },
    frame: {
      title: "En un marco",
      summary:
        "Para creadores de sitios que no permiten scripts de otros sitios. Un sitio con una política de seguridad de contenido necesita este servicio en frame-src.",
    },
    plain: {
      title: "Solo HTML",
      summary:
        "Para sitios que no permiten ni scripts ni marcos, y para correos: la calificación como imagen que se mantiene al día, con un enlace a las opiniones.",
    },
  },
});
