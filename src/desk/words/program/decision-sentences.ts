/** Why the program refuses a decision, an undo or a backup. See file-sentences.ts. */
export const DECISION_SENTENCES: readonly (readonly [program: string, es: string, en?: string])[] = [
  // decisions
  ["{}. Nothing was changed", "{1}. No se cambió nada"],
  [
    "review {} is not held as a look-alike: candor waiting lists those that are",
    "la opinión {1} no espera por parecerse a otra",
    "review {1} is not held as a look-alike",
  ],
  [
    "the review of which {} is a copy is gone: candor different {} publishes it",
    "la opinión de la que {1} es copia ya no está: «Es distinta» la publica",
    "the review of which {1} is a copy is gone: Different publishes it",
  ],
  [
    "{} asks for nothing about {}; nothing was changed. candor waiting lists what is asked for",
    "nadie pide ya nada sobre {2}; no se cambió nada",
    "nobody asks for anything about {2} any more; nothing was changed",
  ],
  [
    "{} ask for different things about {}: choose one with --source {}. Nothing was changed",
    "{1} piden cosas distintas sobre {2}: rechaza antes una de las dos. No se cambió nada",
    "{1} ask for different things about {2}: refuse one of them first. Nothing was changed",
  ],
  [
    "the author of {} agreed without a name: candor consent {} anonymous answers that",
    "el autor de {1} aceptó sin su nombre: elige «Aceptó sin nombre»",
    "the author of {1} agreed without a name: choose Agreed without name",
  ],
  [
    "the author of {} did not clearly agree to publication: candor consent {} yes, anonymous or no answers that",
    "el autor de {1} no aceptó con claridad: responde antes por él, en Te esperan",
    "the author of {1} did not clearly agree to publication: answer for the author first, on Waiting for you",
  ],
  [
    "no words of review {} were hidden in doubt: candor waiting lists those that wait",
    "en la opinión {1} no se ocultó nada por duda",
    "no words of review {1} were hidden in doubt",
  ],
  [
    "review {} was not published by candor verify: only that can be taken back",
    "la opinión {1} no se publicó con una decisión: solo eso se puede deshacer",
    "review {1} was not published by a decision: only that can be taken back",
  ],
  ["review {} has no owner reply", "la opinión {1} no tiene respuesta tuya"],
  [
    "no review {} is stored; nothing was changed. candor status lists the held reviews",
    "la opinión {1} ya no está guardada; no se cambió nada",
    "review {1} is no longer stored; nothing was changed",
  ],
  ["the taxonomy cannot be used: {}", "los temas del perfil no se pueden usar: {1}"],
  ["there is no backup {}", "no existe la copia {1}"],
  [
    "the database is PostgreSQL: use pg_dump --format=custom",
    "la base de datos es PostgreSQL: usa pg_dump --format=custom",
  ],
  [
    "{} is not a backup to restore, and nothing was changed ({})",
    "{1} no es una copia que se pueda restaurar, y no se cambió nada ({2})",
  ],
  [
    "{} already exists: name another file",
    "{1} ya existe: espera un segundo y vuelve a intentarlo",
    "{1} already exists: wait a second, and try again",
  ],
  ["{} changed while it was read", "{1} cambió mientras se leía"],
  // imports that cannot be undone
  [
    "there is no import {}: candor status lists the last imports",
    "no existe la importación {1}",
    "there is no import {1}",
  ],
  ["import {} was already taken back on {}", "la importación {1} ya se deshizo el {2}"],
  [
    "import {} is from {}: an import can be taken back for {} days",
    "la importación {1} es del {2}: se puede deshacer durante {3} días",
  ],
  [
    "there is no import to take back: imports are numbered since version 0.1.0, and each can be taken back once",
    "no hay ninguna importación que deshacer",
    "there is no import to undo",
  ],
  [
    "import {} changed {} of import {} later: take that back first with candor undo {}. Nothing was changed",
    "la importación {1} cambió después {2} de la importación {3}: deshaz esa antes. No se cambió nada",
    "import {1} changed {2} of import {3} later: undo that one first. Nothing was changed",
  ],
  [
    "review {} of import {} was {} on {}{}: reverse that first ({}). Nothing was changed",
    "después se decidió sobre la opinión {1} de la importación {2}: deshaz eso antes, en su página. No se cambió nada",
    "review {1} of import {2} was decided about since: reverse that first, on its page. Nothing was changed",
  ],
  [
    "the data kept changing: run candor undo again",
    "los datos cambiaban: inténtalo de nuevo",
    "the data kept changing: try again",
  ],
  [
    "the data kept changing: run candor business again",
    "los datos cambiaban: inténtalo de nuevo",
    "the data kept changing: try again",
  ],
];
