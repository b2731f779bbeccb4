import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One copy of a review: what a file says of it. */
export type Side = { name: string; text: string; translation: string | null; day: number; source: string };
export type Pair = { kind: string; same: boolean; one: Side; other: Side };

const ROOT = join(import.meta.dir, "../..");
const readTexts = (path: string): string[] =>
  readFileSync(join(ROOT, path), "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line).text ?? []);

const FIRST = ["Maria", "Ann", "Bob", "Priya", "Obi", "Chen", "Lucía", "Hannah", "Omar", "Greta", "Ivan", "Noor"];
const LAST = [
  "Santos",
  "Bee",
  "Kline",
  "Rao",
  "Adeyemi",
  "Wolff",
  "Ferrer",
  "Stone",
  "Haddad",
  "Lind",
  "Petrov",
  "Quinn",
];
const MARKS = ["…", "...", "... more", "… Read more", " (more)", " [...]", "… Mehr anzeigen", "... Leer más", " more"];
const SWAPS = ["really", "always", "quite", "today", "their", "great", "very", "clinic", "visit", "again"];
const SHORT = [
  "Great place!",
  "Highly recommend",
  "Very friendly staff",
  "Best clinic in town",
  "Good",
  "Thank you so much",
];
const SERVICES = ["dry needling", "pool therapy", "massage", "gait training", "shoulder rehab", "balance classes"];
const PEOPLE = ["Priya", "Obi", "Hannah", "Luis", "Mei", "Tom"];
const TEMPLATES = [
  (service: string, person: string, nth: number) =>
    `I came for ${service} and ${person} took care of me. Session ${nth} went well and I will be back for more.`,
  (service: string, person: string, nth: number) =>
    `Visit number ${nth}: ${service} with ${person}. Everything was on time, clean and friendly as always.`,
  // Without a number, only who and what differ.
  (service: string, person: string) =>
    `${person} is the best therapist in town! The ${service} helped me so much, and I sleep again. Thank you to everybody there.`,
  (service: string, person: string) => `Went there for ${service} and saw ${person}. Kind people, would recommend.`,
];

type Below = (limit: number) => number;
const pick = <T>(list: readonly T[], below: Below): T => list[below(list.length)] as T; // the lists are not empty
const wordsOf = (text: string): string[] => text.split(/\s+/);

/** The text without its end, its beginning or its middle, at any place that leaves eight words. */
function cutText(text: string, below: Below): string {
  const words = wordsOf(text);
  const kept = 8 + below(words.length - 8);
  const mark = pick(MARKS, below);
  const way = below(6);
  if (way === 0) return `…${words.slice(-kept).join(" ")}`;
  if (way === 1 && kept < words.length - 2)
    return `${words.slice(0, kept / 2).join(" ")} … ${words.slice(-kept / 2).join(" ")}`;
  const whole = words.slice(0, kept).join(" ");
  // Pages also cut inside of a word.
  return `${way === 2 ? whole.slice(0, -2) : whole}${mark}`;
}

function editText(text: string, below: Below): string {
  const words = wordsOf(text);
  const changes = 1 + below(Math.max(1, Math.min(4, Math.floor(words.length / 10))));
  for (let left = changes; left > 0; left -= 1) words[below(words.length)] = pick(SWAPS, below);
  return below(4) === 0 ? `${words.join(" ")} Update: still true.` : words.join(" ");
}

/** Typed from a screen: other case and signs, a letter missing or twice. */
function retype(text: string, below: Below): string {
  const plain = text.replace(/[.,!]/g, (sign) => (below(3) === 0 ? "" : sign)).replaceAll("’", "'");
  const words = wordsOf(below(4) === 0 ? plain.toUpperCase() : plain);
  for (let left = 1 + below(2); left > 0; left -= 1) {
    const at = below(words.length);
    const word = words[at] ?? "";
    const letter = below(Math.max(1, word.length));
    words[at] =
      below(2) === 0 ? word.slice(0, letter) + word.slice(letter + 1) : word.slice(0, letter + 1) + word.slice(letter);
  }
  return words.join(" ");
}

const NAME_FORMS = [
  (first: string, last: string) => `${first} ${last}`,
  (first: string, last: string) => `${first} ${last.charAt(0)}.`,
  (first: string) => first,
  (first: string, last: string) => `${first.charAt(0)}. ${last.charAt(0)}.`,
  () => "",
];

function sameReview(nth: number, texts: readonly string[], below: Below): Pair {
  const [first, last] = [pick(FIRST, below), pick(LAST, below)];
  const kinds = ["cut", "edited", "re-typed", "translated"] as const;
  const kind = kinds[nth % kinds.length] ?? "cut";
  const text = pick(texts, below);
  const translation = kind === "translated" ? pick(texts, below) : null;
  const one = { name: `${first} ${last}`, text, translation, day: 100, source: "google" };
  const change = { cut: cutText, edited: editText, "re-typed": retype, translated: () => translation ?? "" }[kind];
  const source = below(2) === 0 ? "google" : "yelp";
  const changed = change(text, below);
  // Without a name, or with half of one, only longer texts can be told from those of others.
  const forms = wordsOf(changed).length >= 24 && kind !== "cut" ? NAME_FORMS : NAME_FORMS.slice(0, 2);
  const name = pick(forms, below)(first, last);
  return { kind, same: true, one, other: { ...one, name, text: changed, translation: null, source } };
}

function differentReviews(nth: number, texts: readonly string[], below: Below): Pair {
  const person = () => `${pick(FIRST, below)} ${pick(LAST, below)}`;
  const name = person();
  const side = (text: string, by: string): Side => ({
    name: by,
    text,
    translation: null,
    day: 100 + below(400),
    source: "google",
  });
  const kinds = ["same person", "short texts", "template", "template by others"] as const;
  const kind = kinds[nth % kinds.length] ?? "template";
  if (kind === "same person") {
    const one = pick(texts, below);
    let other = one;
    while (other === one) other = pick(texts, below);
    return {
      kind,
      same: false,
      one: side(one, name),
      other: side(below(2) === 0 ? cutText(other, below) : other, name),
    };
  }
  let stranger = name;
  while (stranger === name) stranger = person();
  if (kind === "short texts") {
    const text = pick(SHORT, below);
    return { kind, same: false, one: side(text, name), other: side(text, stranger) };
  }
  const template = pick(TEMPLATES, below);
  const [service, therapist, further] = [below(SERVICES.length), below(PEOPLE.length), 1 + below(PEOPLE.length - 1)];
  const fill = (number: number, on = 0) =>
    template(SERVICES[(service + on) % SERVICES.length] ?? "", PEOPLE[(therapist + on) % PEOPLE.length] ?? "", number);
  const by = kind === "template" ? name : below(4) === 0 ? "" : stranger;
  const [one, other] = [side(fill(1 + below(20)), name), side(fill(21 + below(20), further), by)];
  // Nearly the same words of the same day cannot be told from an edit.
  return { kind, same: false, one, other: { ...other, day: one.day + 2 + below(400) } };
}

/** Half of them are the same review, the other half are not: the same pairs for the same random numbers. */
export function makePairs(count: number, random: () => number): Pair[] {
  const below: Below = (limit) => Math.floor(random() * limit);
  const all = [...readTexts("examples/demo-clinic/reviews.ndjson"), ...readTexts("insights/corpus/sample.jsonl")];
  const texts = [...new Set(all)].filter((text) => wordsOf(text).length >= 12);
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? sameReview(at / 2, texts, below) : differentReviews((at - 1) / 2, texts, below),
  );
}
