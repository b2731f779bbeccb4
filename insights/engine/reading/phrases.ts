import type { Analysis } from "../../../src/model/analysis.ts";
import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import type { Reading } from "./reading.ts";
import { spanOf } from "./span.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { type Tokens, WORD } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/** Words that may not begin or end a topic. */
const NOT_AT_EDGE = wordSet(
  "a an the and or of to in on at for with from by is was were are be been being am i me my we our us you your he him his she her they them their it its this that these those as so just very really had has have do did does would will 's 've 'd 'll 're 'm there here who which what when than then too also into out up about not no but if after before because while all every each more most some any can could should never always ever get got go went going one two three even still now only over again much many both off down how why where make made makes let like back day days week weeks month months year years time times thing things way lot bit say said says see saw came come told tell give gave take took good great best nice amazing wonderful excellent awesome fantastic love loved recommend highly bad better place anyone everyone everybody someone something anything nothing first last next same other another well know knew think feel felt left right put old new thank thanks star stars five four six seven eight nine ten twenty thirty second third minutes hours minute hour visit visits session sessions point",
  "el la los las un una unos unas y e o u de del al a en con por para que se me mi mis su sus lo le les te tu tus nos es son era eran fue fueron ser estar esta este estos estas eso esa ese esto estaba estaban estan estoy yo ella ellos usted si no ya muy mas menos como cuando donde quien porque pues asi hay ha he han habia aqui ahi alli aca tan todo toda todos todas nada nadie nunca siempre otra otro vez veces dia dias semana semanas mes meses ano anos hora horas minuto minutos cosa cosas mismo misma bien mal buen buena bueno mala malo mejor peor gran grande excelente recomiendo gracias primera primer uno dos tres cuatro cinco seis siete ocho nueve diez hace hacer hizo hicieron dice dijo dijeron tiene tienen tengo tenia fui voy va van ir dan dio dieron sin sobre entre hasta desde antes despues luego tambien solo cada algo alguien",
);
/** Words that may be inside one: "range of motion". */
const INSIDE = wordSet("of the and to on in my a", "de del la el los las y en mi a");
const LONGEST_WORDS = 3;
const MOST_PHRASES = 40;

const cannotBeEdge = (tokens: Tokens, at: number): boolean => {
  const length = i32At(tokens.plain_end, at) - i32At(tokens.plain_start, at);
  return tokens.kind[at] !== WORD || length < 3 || length > 24 || NOT_AT_EDGE.has(i32At(tokens.hash, at));
};

/** Two or three words, the first and the last of which mean something: "front desk", "range of motion". */
export function findPhrases({ tokens, segments }: Reading): Analysis["phrases"] {
  const found = new Map<string, Analysis["phrases"][number]>();
  for (const { from, to, sentence } of segments.clauses) {
    for (let at = from; at < to - 1 && found.size < MOST_PHRASES; at++) {
      if (cannotBeEdge(tokens, at)) continue;
      for (let last = at + 1; last < Math.min(to, at + LONGEST_WORDS); last++) {
        if (cannotBeEdge(tokens, last)) {
          if (INSIDE.has(i32At(tokens.hash, last))) continue;
          break;
        }
        const key = tokens.plain.slice(tokens.plain_start[at], tokens.plain_end[last]).replaceAll("-", " ");
        if (!found.has(key))
          found.set(key, { key, aspect: null, start: i32At(tokens.start, at), end: i32At(tokens.end, last), sentence });
      }
    }
  }
  return [...found.values()];
}

/** A match of more words is part of a sentence, not a phrase. */
const LONGEST_MATCH = 4;

/** The taxonomy's words for an aspect that the text has: "copay", "on time". */
export function findAspectPhrases({ tokens, segments, hits }: Reading, { aspects }: Taxonomy): Analysis["phrases"] {
  const found = new Map<string, Analysis["phrases"][number]>();
  segments.clauses.forEach(({ sentence }, clause) => {
    for (const { value, from, to } of itemAt(hits, clause)) {
      if (to - from > LONGEST_MATCH || found.size >= MOST_PHRASES) continue;
      const key = tokens.plain.slice(tokens.plain_start[from], tokens.plain_end[to - 1]);
      const aspect = itemAt(aspects, value.aspect).id;
      const known = `${aspect} ${key}`;
      if (!found.has(known)) found.set(known, { key, aspect, sentence, ...spanOf(tokens, from, to) });
    }
  });
  return [...found.values()];
}
