import { i32At } from "../../../src/model/basics/typed-array.ts";
import { NUMBER, type Tokens, tokenText, WORD } from "./tokens.ts";
import { CONTRAST, wordSet } from "./word-set.ts";

/** "Appointment at 8, seen at 8:02" is praise, and "seen at 8:40" criticism: no word of them says so. */
const BOOKED = wordSet("appointment appt slot booked scheduled reservation reserved", "cita turno reserva");
const CALLED = wordSet(
  "seen called taken started began begun roomed seated",
  "atendieron atendido atendida atendio llamaron pase entre pasaron empezo empezamos",
);
const BEFORE_HOUR = wordSet("at for by til till until", "las la");
const CLOCK = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/;
const HALF_DAY = 720;
/** So many minutes late, or early, are on time; from so many on, somebody waited. More than these are other times. */
const [ON_TIME, EARLY, WAITED, MOST] = [5, 60, 15, 300];
/** A longer sentence says more than how late somebody was seen. */
const MOST_WORDS = 14;

/** Minutes of the half day, because "8" may be either. Null for what is no time of day. */
function minutesAt(tokens: Tokens, at: number): number | null {
  if (tokens.kind[at] !== NUMBER) return null;
  const [, hour, minute] = CLOCK.exec(tokenText(tokens, at)) ?? [];
  if (hour === undefined) return null;
  if (minute === undefined && (at === 0 || !BEFORE_HOUR.has(i32At(tokens.hash, at - 1)))) return null;
  return (Number(hour) * 60 + Number(minute ?? 0)) % HALF_DAY;
}

/** Words and net take any wait for a complaint: only much more turns them around. */
const SURE = 4;

/** `SURE` if the sentence tells that somebody was seen on time, -1 if late, 0 if it tells neither. */
export function clockSide(tokens: Tokens, { from, to }: { from: number; to: number }): number {
  const { kind, hash } = tokens;
  const times: number[] = [];
  let booked = false;
  let called = false;
  let words = 0;
  for (let at = from; at < to; at++) {
    if (kind[at] === WORD) words++;
    const word = i32At(hash, at);
    if (words > MOST_WORDS || CONTRAST.has(word)) return 0;
    booked ||= BOOKED.has(word);
    called ||= times.length === 1 && CALLED.has(word);
    const minutes = minutesAt(tokens, at);
    if (minutes !== null) times.push(minutes);
  }
  const [first, second, third] = times;
  if (!booked || !called || first === undefined || second === undefined || third !== undefined) return 0;
  const after = (second - first + HALF_DAY) % HALF_DAY;
  if (after <= ON_TIME || after >= HALF_DAY - EARLY) return SURE;
  return after >= WAITED && after <= MOST ? -1 : 0;
}
