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
    const rarity = has.map((list) => Math.log(1 + texts.length / Math.max(0.5, list.filter(Boolean).length)));
    const wanted = newest_first
      .map((_, position) => {
        const found = asked.map((_, n) => has[n]?.[position] === true);
        const rare = rarity.reduce((sum, value, n) => sum + (found[n] ? value : 0), 0);
        return { position, words: found.filter(Boolean).length, rare };
      })
      .filter(({ words, rare }, _, all) =>
        all.some((one) => one.words === asked.length)
          ? words === asked.length
          : words > 0 && rare >= rarity.reduce((sum, value) => sum + value, 0) / 2,
      )
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
  const common = Array.from({ length: 30 }, (_, n) =>
    ["knee", "ankle", "elbow", "hip", "toe"].filter((_, word) => (word + n) % 5 < 3).join(" "),
  );
  const texts = ["knee ankle elbow hip toe", "knee ankle elbow hip", ...common, "ana knee ankle"];
  const rows = texts.map((text, n) => reviewRow(n, { text, ...(text.startsWith("ana") ? { mentions } : {}) }));
  const index = await indexOfRows(rows);
  // The newest review is at position 0: it is about Ana. The oldest has five of the words, the next one four.
  expect(finish(findPlainWords(index, "ana knee ankle elbow hip toe", 3))).toEqual([32, 0]);
  expect(finish(findPlainWords(index, "ana knee ankle elbow hip", 3))).toEqual([0, 31, 32]);
});

const texts = [
  "Pregnant and in pain",
  "I went running again",
  "Nothing else",
  "Me atendieron bien",
  "Muito bom",
  "Imposible aparcar",
];
const LANGUAGES = ["en", "en", "en", "es", "pt-BR", null];

/** The texts that answer a question, best first. */
async function answersTo(question: string): Promise<(string | undefined)[]> {
  const index = await indexOfRows(texts.map((text, n) => reviewRow(n, { text, language: LANGUAGES[n] ?? null })));
  const newest_first = texts.toReversed();
  return finish(findPlainWords(index, question, 20)).map((position) => newest_first[position]);
}

test.each([
  ["pregnancy", ["Pregnant and in pain"]],
  ["What do runners say?", ["I went running again"]],
  ["¿hay aparcamiento?", ["Imposible aparcar"]],
  ["payments", []],
])("a word that no review has finds those with the same beginning: %s", async (question, found) => {
  expect(await answersTo(question)).toEqual(found);
});

test("a word with the same beginning is found only if no review has a form of the word", async () => {
  const answers = async (texts: string[], question: string) => {
    const index = await indexOfRows(texts.map((text, n) => reviewRow(n, { text })));
    return finish(findPlainWords(index, question, 20)).map((position) => texts.toReversed()[position]);
  };
  expect(await answers(["The costs are fair.", "They wore a costume."], "How much does it cost?")).toEqual([
    "The costs are fair.",
  ]);
  expect(await answers(["My physiotherapy went well."], "physio")).toHaveLength(1);
  for (const [asked, said] of [
    ["waiting", "waits"],
    ["needling", "needles"],
    ["cancelled", "cancellations"],
    ["aparcar", "aparcan"],
    ["mejorar", "mejoró"],
    ["recover", "recovery"],
    ["insurance", "insured"],
  ] as const)
    expect([asked, (await answers([`It ${said}.`, "Nothing else."], asked)).length]).toEqual([asked, 1]);
});

test.each([
  ["reviews in Spanish", ["Me atendieron bien"]],
  ["¿Español?", ["Me atendieron bien"]],
  ["Portuguese", ["Muito bom"]],
  ["German", []],
])("the name of a language finds what is written in it: %s", async (question, found) => {
  expect(await answersTo(question)).toEqual(found);
});

/** The texts that answer a question, best first. The last text is the newest. */
async function answersAmong(question: string, among: readonly (string | null)[], most = 20) {
  const index = await indexOfRows(among.map((text, n) => reviewRow(n, { text })));
  return finish(findPlainWords(index, question, most)).map((position) => among[among.length - 1 - position]);
}

test.each([
  ["complaints", ["My complaints were heard.", "No complaints whatsoever."]],
  ["rude receptionist", ["The receptionist was rude.", "The receptionist was never rude, ever."]],
  ["waiting", ["I waited an hour.", "I didn\u2019t have to wait at all."]],
  ["hidden fees", ["There were hidden fees.", "Hidden fees? None."]],
  ["quejas", ["Tengo quejas.", "Sin quejas."]],
])("a review that denies what is asked for comes after all that assert it: %s", async (question, [said, denied]) => {
  expect(await answersAmong(question, [said ?? "", "Fine.", denied ?? ""])).toEqual([said, denied]);
});

test("reviews that deny it take no place of those that assert it, however many they are", async () => {
  const denying = Array.from({ length: 50 }, (_, n) => `No complaints ${n}`);
  expect(await answersAmong("complaints", ["I have complaints", ...denying], 2)).toEqual([
    "I have complaints",
    "No complaints 49",
  ]);
  // A review with every word that denies one of them hides nothing that has most of them.
  const found = await answersAmong("rude receptionist", ["The rude receptionist!", "The receptionist is not rude."]);
  expect(found[0]).toBe("The rude receptionist!");
  const partly = await answersAmong("rude slow receptionist", [
    "A rude receptionist!",
    "No rude or slow receptionist.",
  ]);
  expect(partly).toEqual(["A rude receptionist!", "No rude or slow receptionist."]);
});

test.each([
  ["surgery", "No pain after surgery."],
  ["friendly", "Not only friendly, but fast."],
  ["happier", "I could not be happier."],
  ["complaints", "No complaints at first. Later I had complaints."],
  ["parking", "No problem with parking."],
  ["waiting", "Not cheap, waiting is long."],
  ["is there no parking", "There is no parking."],
  ["without surgery", "Healed without surgery."],
])("%s is not denied by: %s", async (question, text) => {
  const older = `${question} ${question}`;
  expect(await answersAmong(question, [older, text])).toEqual([text, older]);
});

test.each([
  ["Do they take Medicare?", ["It would take an hour.", "I pay for insurance."], []],
  ["Do they take Medicare?", ["Take care!", "It would take an hour.", "Medicare paid."], ["Medicare paid."]],
  [
    "complaints about rude receptionist",
    ["The receptionist was rude.", "No complaints whatsoever."],
    ["The receptionist was rude."],
  ],
  ["helicopter parking", ["Parking was full.", "Nice."], []],
  ["rude receptionist", ["A rude receptionist", "A receptionist", "Rude"], ["A rude receptionist"]],
  ["?!", ["Nice."], []],
  ["no complaints", ["No bus stops there.", "No complaints."], ["No complaints."]],
])("nothing rather than noise: %s in %j", async (question, among, found) => {
  expect(await answersAmong(question, among)).toEqual(found);
});

test("words of asking are not searched for, in Spanish neither", async () => {
  const index = await indexOfRows(["Adiós a mis migrañas", "Todo bien"].map((text, n) => reviewRow(n, { text })));
  for (const question of ["¿Quién trata migrañas?", "¿Ayudan con la migraña?", "Who treats migrañas?"])
    expect(finish(findPlainWords(index, question, 20))).toEqual([1]);
});

test("the other number of an irregular word is found, and the word itself comes first", async () => {
  const index = await indexOfRows(
    ["sore feet", "torn menisci", "my foot", "hamstrings"].map((text, n) => reviewRow(n, { text })),
  );
  const found = (question: string) => finish(findPlainWords(index, question, 20));
  expect([found("foot"), found("feet"), found("meniscus"), found("hamstring")]).toEqual([[1, 3], [3, 1], [2], [0]]);
});
