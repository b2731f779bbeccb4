import { expect, test } from "bun:test";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import { findPlainWords } from "../../../src/snapshot/search/plain-words.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { indexOf } from "../../build.ts";
import { openRandom } from "../../random.ts";
import { reviewRow } from "../../rows.ts";
import { SEED } from "../../seed.ts";

const WORDS = ["knee", "shoulder", "ankle", "parking", "friendly", "painful", "towels"];

const indexOfRows = (rows: ReviewRow[]) =>
  indexOf(
    (async function* pages() {
      yield rows;
    })(),
  );

test("the best answers are those that a sort of all reviews puts first", async () => {
  const random = openRandom(SEED);
  const below = (limit: number) => Math.floor(random() * limit);
  const texts = Array.from({ length: 300 }, () => WORDS.filter((_, n) => below(n + 2) === 0).join(" "));
  const index = await indexOfRows(texts.map((text, n) => reviewRow(n, { text })));
  const newest_first = texts.toReversed();
  for (let round = 0; round < 20; round++) {
    const asked = WORDS.filter(() => below(2) === 0);
    if (asked.length === 0) continue;
    const has = asked.map((word) => newest_first.map((text) => text.includes(word)));
    const rarity = has.map((list) => Math.log(1 + texts.length / Math.max(1, list.filter(Boolean).length)));
    const wanted = newest_first
      .map((_, position) => {
        const found = asked.map((_, n) => has[n]?.[position] === true);
        const rare = rarity.reduce((sum, value, n) => sum + (found[n] ? value : 0), 0);
        return { position, words: found.filter(Boolean).length, rare };
      })
      .filter(({ words }) => words > 0)
      .sort((a, b) => b.words - a.words || b.rare - a.rare || a.position - b.position)
      .map(({ position }) => position);
    for (const most of [1, 20, 1000])
      expect(finish(findPlainWords(index, asked.join(" "), most))).toEqual(wanted.slice(0, most));
  }
});

test("a name that a review has and whose person it mentions counts as two words, not three", async () => {
  const mentions = JSON.stringify({
    technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }],
    services: [],
    service_areas: [],
  });
  const common = ["knee", "ankle", "elbow"].flatMap((word) => Array<string>(10).fill(word));
  const texts = ["knee ankle elbow", "knee ankle", ...common, "ana"];
  const rows = texts.map((text, n) => reviewRow(n, { text, ...(text === "ana" ? { mentions } : {}) }));
  const index = await indexOfRows(rows);
  // The newest review is at position 0: it is about Ana. The oldest has three of the words, the next one two.
  expect(finish(findPlainWords(index, "ana knee ankle elbow", 3))).toEqual([32, 0, 31]);
});

const texts = ["Pregnant and in pain", "I went running again", "Nothing else", "Me atendieron bien", "Muito bom"];
const LANGUAGES = ["en", "en", "en", "es", "pt-BR"];

/** The texts that answer a question, best first. */
async function answersTo(question: string): Promise<(string | undefined)[]> {
  const index = await indexOfRows(texts.map((text, n) => reviewRow(n, { text, language: LANGUAGES[n] ?? null })));
  const newest_first = texts.toReversed();
  return finish(findPlainWords(index, question, 20)).map((position) => newest_first[position]);
}

test.each([
  ["pregnancy", ["Pregnant and in pain"]],
  ["What do runners say?", ["I went running again"]],
  ["payments", []],
])("a word that no review has finds those with the same beginning: %s", async (question, found) => {
  expect(await answersTo(question)).toEqual(found);
});

test.each([
  ["reviews in Spanish", ["Me atendieron bien"]],
  ["¿Español?", ["Me atendieron bien"]],
  ["Portuguese", ["Muito bom"]],
  ["German", []],
])("the name of a language finds what is written in it: %s", async (question, found) => {
  expect(await answersTo(question)).toEqual(found);
});
