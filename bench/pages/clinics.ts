import { join } from "node:path";
import { buildMentionFinder } from "../../insights/engine/mentions.ts";
import { readCorpus, readPacked } from "../../insights/train/corpus.ts";
import type { Claims } from "../../insights/train/corpus-lines.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import type { Label } from "../../src/model/analysis.ts";
import { type Profile, profile } from "../../src/model/business.ts";
import { demoProfile, demoReviews } from "../../test/insights/clinic.ts";
import { openRandom } from "../../test/random.ts";

/** Sides that a reader of one review accepts, by the id of an aspect, a person or a service. */
type Said = Readonly<Record<string, readonly Label[]>>;

/** A clinic, and what people who read its reviews say of each. */
export type Clinic = {
  name: string;
  profile: Profile;
  reviews: InsightReview[];
  /** By review id, what it says of the aspects. */
  says: ReadonlyMap<string, Said>;
  /** True if `says` has every aspect that a reader may find, not only those that one would name: shares are right, numbers too high. */
  generous: boolean;
  /** By review id, what it says of people and services. Null if nobody has read for that. */
  about: ReadonlyMap<string, Said> | null;
};

const person = (id: string, name: string, ...aliases: string[]) => ({ id, name, aliases });
const clinicProfile = (name: string, technicians: object[], services: object[] = []): Profile =>
  profile.parse({ name, type: "Physiotherapy", time_zone: "America/Denver", technicians, services });

const AQUATIC = person("aquatic-therapy", "Aquatic therapy", "pool", "terapia en el agua", "piscina");
const NEEDLING = person("dry-needling", "Dry needling", "needling");
const TOM = person("tom", "Tom Aldous", "Tom");

const WRITTEN = {
  juniper: {
    days: 24,
    profile: clinicProfile(
      "Juniper Street Physical Therapy",
      [person("wes", "Wes Tillman", "Wes"), person("lena", "Lena Voss", "Lena")],
      [NEEDLING],
    ),
  },
  mesa: {
    days: 12,
    profile: clinicProfile(
      "Mesa Verde Rehabilitation",
      [person("marisol", "Marisol Quintero", "Marisol"), TOM],
      [AQUATIC],
    ),
  },
  northgate: {
    days: 6,
    profile: clinicProfile(
      "Northgate Physical Therapy",
      [
        person("amara", "Amara Obi", "Amara"),
        person("joel", "Joel Brandt", "Joel"),
        person("hiro", "Hiro Tanabe", "Hiro"),
        person("greg", "Greg Sutter", "Greg"),
        person("priscilla", "Priscilla Dunn", "Priscilla"),
      ],
      [
        NEEDLING,
        AQUATIC,
        person("pelvic-floor-therapy", "Pelvic floor therapy", "pelvic floor"),
        person("vestibular-therapy", "Vestibular therapy", "vestibular"),
        person("post-surgical-rehab", "Post-surgical rehab"),
      ],
    ),
  },
  turnpike: {
    days: 15,
    profile: clinicProfile("Turnpike Rehab", [
      person("kyle", "Kyle Marsh", "Kyle"),
      person("dana", "Dana Ott", "Dana"),
    ]),
  },
};
type Written = keyof typeof WRITTEN;
type Line = { clinic: Written; rating: number; language: string | null; text: string | null } & Record<
  "says" | "about",
  Record<string, Label>
>;

const NOBODY = { technicians: [], services: [], service_areas: [] };
const idOf = (at: number): string => String(100_000 - at).padStart(26, "0");
const dayOf = (at: number, days: number): string =>
  new Date(Date.UTC(2026, 9, 30) - at * days * 86_400_000).toISOString().slice(0, 10);

/** The newest first, in the order in which they were written, one in so many days. */
const reviewsOf = (lines: Pick<Line, "rating" | "language" | "text">[], days: number, of: Profile): InsightReview[] => {
  const finder = buildMentionFinder(of);
  return lines.map(({ rating, language, text }, at) => {
    const mentions = text === null ? NOBODY : finder(text);
    return { id: idOf(at), rating, language, text, date: dayOf(at, days), translation: null, reply: null, mentions };
  });
};

const sides = (said: Record<string, Label>): Said =>
  Object.fromEntries(Object.entries(said).map(([id, side]) => [id, [side]]));
const byReview = (lines: Record<string, Label>[]): Map<string, Said> =>
  new Map(lines.map((said, at) => [idOf(at), sides(said)]));

/** Reviews by a hand that had not seen the program's answers, labeled as they were written. */
async function writtenClinics(): Promise<Clinic[]> {
  const lines: Line[] = JSON.parse(`[${(await textOf("reviews.jsonl.zst")).trim().replaceAll("\n", ",")}]`);
  return Object.entries(WRITTEN).map(([name, { days, profile: of }]) => {
    const own = lines.filter(({ clinic }) => clinic === name);
    // Two hundred, of which seventy are only stars.
    const all = name === "northgate" ? withStars(own, 70) : own;
    const [says, about] = [byReview(all.map((line) => line.says)), byReview(all.map((line) => line.about))];
    return { name, profile: of, reviews: reviewsOf(all, days, of), says, generous: false, about };
  });
}

const textOf = async (file: string): Promise<string> =>
  new TextDecoder().decode(Bun.zstdDecompressSync(await Bun.file(join(import.meta.dir, file)).bytes()));

function withStars(lines: Line[], more: number): Line[] {
  const random = openRandom(41);
  const all = [...lines];
  for (let count = 0; count < more; count++) {
    const rating = [5, 5, 5, 4, 5, 1][Math.floor(random() * 6)] ?? 5;
    const only_stars: Line = { clinic: "northgate", rating, language: null, text: null, says: {}, about: {} };
    all.splice(Math.floor(random() * all.length), 0, only_stars);
  }
  return all;
}

const STARS: Record<Label, number[]> = { positive: [5, 5, 5, 4], neutral: [3, 4], mixed: [3, 4, 2], negative: [1, 2] };

/** A thousand reviews drawn from the test texts of the corpus, with stars drawn to fit their labels. */
async function mixedClinic(): Promise<Clinic> {
  const random = openRandom(43);
  const below = (limit: number): number => Math.floor(random() * limit);
  const texts = await readCorpus({ batches: ["t2", "es-test"] });
  const english = texts.filter(({ language }) => language === undefined);
  const spanish = texts.filter(({ language }) => language === "es");
  const drawn = Array.from({ length: 900 }, (_, at) => {
    const [item] = at % 18 === 17 ? spanish.splice(below(spanish.length), 1) : english.splice(below(english.length), 1);
    if (!item) throw new Error("The corpus has too few test texts.");
    const stars = STARS[item.sentiment];
    const says = Object.fromEntries(item.aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));
    return { rating: stars[below(stars.length)] ?? 3, language: item.language ?? "en", text: item.text, says };
  });
  const all = Array.from({ length: 1000 }, (_, at) =>
    at % 10 === 9 ? { rating: 1 + below(5), language: null, text: null, says: {} } : drawn[at - Math.floor(at / 10)],
  ).flatMap((line) => line ?? []);
  const of = clinicProfile("Thousand Oaks Therapy", [], [AQUATIC, NEEDLING]);
  const says = byReview(all.map((line) => line.says));
  return { name: "mixed", profile: of, reviews: reviewsOf(all, 1, of), says, generous: false, about: null };
}

async function demonstration(): Promise<Clinic> {
  const lines = await Array.fromAsync(readPacked<Claims>("demonstration"));
  const says = new Map(lines.map((line) => [line.review_id, line.says]));
  return { name: "demonstration", profile: demoProfile, reviews: demoReviews, says, generous: true, about: null };
}

export const openClinics = async (): Promise<Clinic[]> => [
  await demonstration(),
  ...(await writtenClinics()),
  await mixedClinic(),
];
