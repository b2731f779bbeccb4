import type { Language } from "../../pages/parts/languages.ts";

type Said = { title: string; text: string };

const english = {
  back: "Back to Today",
  sign_in: {
    title: "Open the desk",
    text: "Open this page with the link that candor desk printed. It is good once, for ten minutes. To get a new one, run this in the folder of your reviews:",
  },
  open: { title: "Open the desk", text: "This link opens the desk in this browser, once.", button: "Open the desk" },
  used: {
    title: "This link is not good any more",
    text: "A link opens the desk once, within ten minutes. To get a new one, run this in the folder of your reviews:",
  },
  many: { title: "Too many tries", text: "Too many links that are not good came from your address. Wait a minute." },
  origin: {
    title: "Nothing was changed",
    text: "The request did not come from a page of this desk. Open the page again, and use its own button.",
  },
  token: {
    title: "Nothing was changed",
    text: "The form was of another session. Go back, load the page again, and send the form again.",
  },
  role: { title: "Only a manager can do this", text: "Nothing was changed. Ask a manager of this desk." },
  missing: { title: "There is nothing here", text: "The page does not exist, or what it showed is gone." },
  method: { title: "This is not possible", text: "The address cannot be used like this. Nothing was changed." },
  large: { title: "This is too much at once", text: "The form was too large. Nothing was changed." },
  failed: {
    title: "Something went wrong",
    text: "Nothing was changed, as far as the desk knows. What happened is in the log of the desk, with this number:",
  },
  refused: { title: "Nothing was changed", text: "" },
};

const spanish: typeof english = {
  back: "Volver a Hoy",
  sign_in: {
    title: "Abrir el escritorio",
    text: "Abre esta página con el enlace que mostró candor desk. Sirve una vez, durante diez minutos. Para obtener otro, ejecuta esto en la carpeta de tus opiniones:",
  },
  open: {
    title: "Abrir el escritorio",
    text: "Este enlace abre el escritorio en este navegador, una vez.",
    button: "Abrir el escritorio",
  },
  used: {
    title: "Este enlace ya no sirve",
    text: "Un enlace abre el escritorio una vez, durante diez minutos. Para obtener otro, ejecuta esto en la carpeta de tus opiniones:",
  },
  many: {
    title: "Demasiados intentos",
    text: "Desde tu dirección llegaron demasiados enlaces que no sirven. Espera un minuto.",
  },
  origin: {
    title: "No se cambió nada",
    text: "La petición no vino de una página de este escritorio. Abre la página de nuevo y usa su propio botón.",
  },
  token: {
    title: "No se cambió nada",
    text: "El formulario era de otra sesión. Vuelve atrás, carga la página de nuevo y envía el formulario otra vez.",
  },
  role: {
    title: "Solo un responsable puede hacerlo",
    text: "No se cambió nada. Pregunta a un responsable de este escritorio.",
  },
  missing: { title: "Aquí no hay nada", text: "La página no existe, o lo que mostraba ya no está." },
  method: { title: "Esto no es posible", text: "La dirección no se puede usar así. No se cambió nada." },
  large: { title: "Es demasiado de una vez", text: "El formulario era demasiado grande. No se cambió nada." },
  failed: {
    title: "Algo salió mal",
    text: "No se cambió nada, que el escritorio sepa. Lo que pasó está en el registro del escritorio, con este número:",
  },
  refused: { title: "No se cambió nada", text: "" },
};

export type RefusalKind = {
  [K in keyof typeof english]: (typeof english)[K] extends Said ? K : never;
}[keyof typeof english];
export const REFUSAL_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
