import type { Finding } from "../../model/finding.ts";
import type { WaitingKind } from "../../owner/waiting.ts";
import type { Language } from "../../pages/parts/languages.ts";

type SourceState = "ready" | "late" | "needs_decision" | "off";

const english = {
  title: "Today",
  published: "Published",
  new_this_week: "New in 7 days",
  waiting: "Waiting for you",
  withheld: "Withheld for a legal reason",
  waits: "What waits",
  nothing_waits: "Nothing waits for you.",
  kinds: {
    unverified: "Reviews without verification",
    consent: "Reviews whose author did not clearly agree",
    reply: "Your replies",
    duplicate: "Look-alikes",
    doubtful_words: "Doubtful words",
    source_change: "Changes that a source asks for",
    source_removal: "Removals that a source asks for",
  } as Record<WaitingKind | "consent", string>,
  sources: "Sources",
  no_sources: "No reviews arrive by themselves yet.",
  name: "Name",
  state: "State",
  last_success: "Last success",
  never: "never",
  states: {
    ready: "Ready",
    late: "Late",
    needs_decision: "Needs your decision",
    off: "Paused",
  } as Record<SourceState, string>,
  problems: "Problems",
  problem: { ok: "", warning: "Warning:", fault: "Fault:" } as Record<Finding["state"], string>,
  checking: "The installation is being checked.",
  no_problem: (at: string) => `None was found. Checked ${at}.`,
  backups: "Backup",
  last_backup: (at: string) => `The last one is from ${at}.`,
  no_backup: "There is none yet.",
  to_backups: "See the backups",
};

const spanish: typeof english = {
  title: "Hoy",
  published: "Publicadas",
  new_this_week: "Nuevas en 7 días",
  waiting: "Te esperan",
  withheld: "Retenidas por motivo legal",
  waits: "Lo que espera",
  nothing_waits: "Nada te espera.",
  kinds: {
    unverified: "Reseñas sin verificación",
    consent: "Reseñas cuyo autor no aceptó con claridad",
    reply: "Tus respuestas",
    duplicate: "Parecidas",
    doubtful_words: "Palabras dudosas",
    source_change: "Cambios que pide una fuente",
    source_removal: "Retiradas que pide una fuente",
  },
  sources: "Fuentes",
  no_sources: "Todavía no llegan reseñas por sí solas.",
  name: "Nombre",
  state: "Estado",
  last_success: "Última lectura correcta",
  never: "nunca",
  states: { ready: "Lista", late: "Con retraso", needs_decision: "Necesita tu decisión", off: "En pausa" },
  problems: "Problemas",
  problem: { ok: "", warning: "Aviso:", fault: "Fallo:" },
  checking: "Se está comprobando la instalación.",
  no_problem: (at) => `No se encontró ninguno. Comprobado: ${at}.`,
  backups: "Copia de seguridad",
  last_backup: (at) => `La última es de ${at}.`,
  no_backup: "Todavía no hay ninguna.",
  to_backups: "Ver las copias",
};

export const TODAY_WORDS: Record<Language, typeof english> = { en: english, es: spanish };
