import { expect, test } from "bun:test";
import { TAXONOMIES } from "../../../insights/engine/taxonomies/taxonomies.ts";
import type { TaxonomyName } from "../../../src/model/taxonomy-names.ts";
import { readPhrase, readService } from "../../../src/snapshot/meaning/read-phrase.ts";
import { testSnapshot } from "../../mcp/endpoint.ts";
import { reviewRow, testProfile } from "../../rows.ts";

const TYPES: [TaxonomyName, string][] = [
  ["physical-therapy", "Physiotherapy"],
  ["dentist", "Dentist"],
  ["restaurant", "Restaurant"],
  ["auto-repair", "AutoRepair"],
  ["hair-salon", "HairSalon"],
  ["hotel", "Hotel"],
];

/** A business of this type whose services have these names. */
async function indexOf(type: string, names: readonly string[] = []) {
  const services = names.map((name) => ({ id: name.replaceAll(" ", "-"), name, description: null, aliases: [] }));
  const profile = { ...testProfile(), type, services };
  return (await testSnapshot({ profile, rows: [reviewRow(1, { text: "Nice." })], analyzed: true })).reviews;
}

test.each(TYPES)(
  "%s: what people type for an aspect is read as that aspect, in English and in Spanish",
  async (name, type) => {
    const index = await indexOf(type);
    const asked = TAXONOMIES[name].asked?.aspects ?? {};
    expect(Object.keys(asked).sort()).toEqual([...index.aspect_labels.keys()].sort());
    const wrong = Object.entries(asked).flatMap(([id, phrases]) =>
      phrases.flatMap((phrase) => {
        const read = readPhrase(index, "aspect", phrase)?.id;
        return read === id ? [] : [`${phrase}: ${id}, not ${read}`];
      }),
    );
    expect(wrong).toEqual([]);
  },
);

test.each([
  ["Physiotherapy", "aquatic therapy", "piscina"],
  ["Physiotherapy", "punción seca", "dry needling"],
  ["Dentist", "root canal", "endodoncia"],
  ["Dentist", "limpieza dental", "teeth cleaning"],
  ["Restaurant", "catering", "banquetes"],
  ["AutoRepair", "cambio de aceite", "oil change"],
  ["HairSalon", "balayage", "mechas"],
  ["Hotel", "desayuno", "breakfast buffet"],
])("%s: the service %s is found by %s", async (type, service, asked) => {
  const index = await indexOf(type, [service, "something else"]);
  expect(readService(index, asked)).toMatchObject({ kind: "service", label: service, sure: "synonym" });
});

test.each([
  ["AutoRepair", "oil change", "synthetic oil change"],
  ["AutoRepair", "brake repair", "brake pad replacement"],
  ["Hotel", "swimming pool", "heated pool"],
  ["Physiotherapy", "massage", "deep tissue massage"],
])("%s: more exact words than %s mean the same service: %s", async (type, service, asked) => {
  const index = await indexOf(type, [service, "something else"]);
  expect(readService(index, asked)).toMatchObject({ kind: "service", label: service });
  expect(readService(index, `no ${asked}`)).toBeNull();
});

test("a person whose first name is a small word is found by it", async () => {
  const technicians = ["Will Hart", "May Ito", "Ana de la Cruz"].map((name) => ({
    id: name.toLowerCase().replaceAll(" ", "-"),
    name,
    title: null,
    aliases: [],
    insights: true,
  }));
  const profile = { ...testProfile(), technicians };
  const { reviews } = await testSnapshot({ profile, rows: [reviewRow(1, { text: "Nice." })], analyzed: true });
  const read = (asked: string) => readPhrase(reviews, "technician", asked)?.id ?? null;
  expect(["Will", "will hart", "May", "de", "with"].map(read)).toEqual([
    "will-hart",
    "will-hart",
    "may-ito",
    null,
    null,
  ]);
});

test.each(TYPES)("%s: no phrase is in two groups of phrases for the same", (name) => {
  const phrases = (TAXONOMIES[name].asked?.same ?? []).flatMap((group) => group.split(", "));
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
});
