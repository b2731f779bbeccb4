import { i32At } from "../../../src/model/basics/typed-array.ts";
import { hashWord } from "./hash.ts";
import { isVague, numberWord } from "./measures.ts";
import { NUMBER, type Tokens, tokenText } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/** A score that the writer gives: "0/10", "8 out of 10", "one star", "★☆☆☆☆". */
export type Score = { from: number; to: number; side: number };

const FRACTION = /^(\d{1,3}(?:[.,]\d)?)\/(5|10)$/;
const OF = wordSet("of", "de sobre");
const OUT = hashWord("out");
const STARS = wordSet("star stars", "estrella estrellas");
const HYPHEN = hashWord("-");
const FILLED = wordSet("★ ⭐ 🌟");
const EMPTY = hashWord("☆");
const MOST_STARS = 5;
/** From this share of the whole a score praises, up to the other one it criticizes. */
const PRAISE = 0.7;
const CRITICISM = 0.45;

const sideOf = (value: number, of: number): number => (value / of >= PRAISE ? 1 : value / of <= CRITICISM ? -1 : 0);

function numberAt(tokens: Tokens, at: number): number | null {
  if (at >= tokens.count) return null;
  if (tokens.kind[at] === NUMBER) {
    const value = Number(tokenText(tokens, at).replace(",", "."));
    return Number.isFinite(value) ? value : null;
  }
  const hash = i32At(tokens.hash, at);
  return isVague(hash) ? null : (numberWord(hash) ?? null);
}

type Place = { side: number; to: number };

/** "8 out of 10", "ten out of ten", "8 de 10". */
function outOf(tokens: Tokens, at: number, value: number): Place | null {
  const { hash } = tokens;
  const of = hash[at + 1] === OUT ? at + 2 : at + 1;
  if (of >= tokens.count || !OF.has(i32At(hash, of))) return null;
  const whole = numberAt(tokens, of + 1);
  return whole === 5 || whole === 10 ? { side: sideOf(value, whole), to: of + 2 } : null;
}

function starsAfter({ hash, count }: Tokens, at: number, value: number): Place | null {
  const next = hash[at + 1] === HYPHEN ? at + 2 : at + 1;
  const fits = value <= MOST_STARS && next < count && STARS.has(i32At(hash, next));
  return fits ? { side: sideOf(value, MOST_STARS), to: next + 1 } : null;
}

/** A row of at least two stars. A single one is decoration. */
function drawnStars({ hash, count }: Tokens, from: number): Place | null {
  let at = from;
  let filled = 0;
  for (; at < count && (FILLED.has(i32At(hash, at)) || hash[at] === EMPTY); at++) if (hash[at] !== EMPTY) filled++;
  return at - from < 2 ? null : { side: sideOf(filled, MOST_STARS), to: at };
}

function scoreAt(tokens: Tokens, at: number): Place | null {
  const drawn = drawnStars(tokens, at);
  if (drawn) return drawn;
  const fraction = tokens.kind[at] === NUMBER ? FRACTION.exec(tokenText(tokens, at)) : null;
  if (fraction) return { side: sideOf(Number(fraction[1]?.replace(",", ".")), Number(fraction[2])), to: at + 1 };
  const value = numberAt(tokens, at);
  return value === null ? null : (outOf(tokens, at, value) ?? starsAfter(tokens, at, value));
}

export function findScores(tokens: Tokens): Score[] {
  const scores: Score[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const place = scoreAt(tokens, at);
    if (!place) continue;
    scores.push({ from: at, ...place });
    at = place.to - 1;
  }
  return scores;
}
