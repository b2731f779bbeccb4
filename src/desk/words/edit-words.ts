import type { HideRefusal } from "../../owner/hide-words.ts";
import type { Language } from "../../pages/parts/languages.ts";

const english = {
  title: "Change",
  hide: "Hide words",
  hide_note:
    "For a private detail that is still in the words. Readers see a mark that says what was there, and that the business hid it. The words are deleted here.",
  words_to_hide: "Words to hide, as they are in the review",
  kind: "What they reveal",
  choose_kind: "Choose one",
  kinds: {
    phone: "Phone number",
    email: "Email address",
    url: "Web address",
    address: "Postal address",
    birth_date: "Date of birth",
    record_number: "Record number",
    insurance_number: "Insurance number",
    name: "Name of a person",
    plate: "License plate",
    handle: "Name in a social network",
    card: "Card number",
  } as Record<string, string>,
  no_kind: "Say what the words reveal. Nothing was changed.",
  hide_refusals: {
    not_found: "The review does not have these words. Copy them from it. Nothing was changed.",
    too_short: "These words are too short. Nothing was changed.",
  } as Record<HideRefusal, string>,
  forget: "Take hiding back",
  forget_note: "The words are no longer stored. They are shown when the review is imported again.",
  reply: "Reply",
  reply_note: "It is checked again: it is public, or it waits for you. The reply of the source does not come back.",
  reply_words: "Your reply",
  save_reply: "Save reply",
  reword: "Reword",
  reply_refusals: {
    empty: "Write a reply, or keep it back. Nothing was changed.",
    too_long: "A reply has at most 5,000 characters. Nothing was changed.",
  },
  unknown_edit: "Nothing was changed.",
};

const spanish: typeof english = {
  title: "Cambiar",
  hide: "Ocultar palabras",
  hide_note:
    "Para un dato privado que sigue en las palabras. Los lectores ven una marca que dice qué había y que lo ocultó el negocio. Las palabras se borran aquí.",
  words_to_hide: "Palabras que ocultar, como están en la reseña",
  kind: "Qué revelan",
  choose_kind: "Elige una",
  kinds: {
    phone: "Número de teléfono",
    email: "Correo electrónico",
    url: "Dirección web",
    address: "Dirección postal",
    birth_date: "Fecha de nacimiento",
    record_number: "Número de expediente",
    insurance_number: "Número de seguro",
    name: "Nombre de una persona",
    plate: "Matrícula",
    handle: "Nombre en una red social",
    card: "Número de tarjeta",
  },
  no_kind: "Di qué revelan las palabras. No se cambió nada.",
  hide_refusals: {
    not_found: "La reseña no tiene estas palabras. Cópialas de ella. No se cambió nada.",
    too_short: "Estas palabras son demasiado cortas. No se cambió nada.",
  },
  forget: "Deshacer lo oculto",
  forget_note: "Las palabras ya no están guardadas. Se muestran cuando la reseña se importa de nuevo.",
  reply: "Respuesta",
  reply_note: "Se comprueba de nuevo: es pública o te espera. La respuesta de la fuente no vuelve.",
  reply_words: "Tu respuesta",
  save_reply: "Guardar respuesta",
  reword: "Reescribir",
  reply_refusals: {
    empty: "Escribe una respuesta, o no la muestres. No se cambió nada.",
    too_long: "Una respuesta tiene como máximo 5000 caracteres. No se cambió nada.",
  },
  unknown_edit: "No se cambió nada.",
};

export const EDIT_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
