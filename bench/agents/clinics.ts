import { openRandom } from "../../test/random.ts";

/** What the writer means by a sentence: the truth for questions about an aspect. */
type Said = { text: string; about?: string; means?: "positive" | "negative" };

export type Clinic = {
  name: string;
  language: "en" | "es";
  /** Null for the demonstration, which comes with the program. */
  made: { profile: string; reviews: string; said: Said[] } | null;
  /** Words that people ask about. */
  words: readonly [string, string, string];
  /** How people say the name of a technician and of a service. */
  technician: { said: string; id: string };
  other: { said: string; id: string };
  service: { said: string; id: string };
};

const profileOf = (name: string, language: string, people: string[][], services: string[][]): string =>
  JSON.stringify({
    name,
    language,
    type: "Physiotherapy",
    time_zone: language === "es" ? "Europe/Madrid" : "America/Chicago",
    opening_hours: ["Mo-Fr 08:00-18:00"],
    technicians: people.map(([id, full, short]) => ({ id, name: full, aliases: [short] })),
    services: services.map(([id, full]) => ({ id, name: full })),
  });

const SOURCES = ["google", "google", "google", "yelp", "facebook", "direct"];
const METHODS: Record<string, string> = { direct: "visit_record" };

/** Reviews of these sentences in a fixed random order, so that every run asks about the same. */
function reviewsOf(said: readonly Said[], language: string, count: number, seed: number): string {
  const random = openRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, i) => {
    const one = said[below(said.length)];
    const source = SOURCES[below(SOURCES.length)] ?? "google";
    const rating = one?.means === "negative" ? 1 + below(3) : one?.means === "positive" ? 4 + below(2) : 3 + below(3);
    const date = new Date(Date.UTC(2023, 0, 10) + below(1060) * 86_400_000).toISOString().slice(0, 10);
    const thanks = language === "es" ? "Gracias por su opinión." : "Thank you for writing.";
    const published_at = `${date}T17:00:00Z`;
    const author = ["Ann P.", "Luis M.", "Carol T.", "Omar B."][below(4)];
    const text = below(9) === 0 ? null : one?.text;
    return JSON.stringify({
      id: String(i + 1).padStart(26, "0"),
      author,
      rating,
      date,
      text,
      language: text === null ? null : language,
      title: null,
      translation: null,
      source_url: null,
      redactions: [],
      published_at,
      updated_at: published_at,
      revision: below(12) === 0 ? 2 : 1,
      source,
      owner_reply: below(3) === 0 ? { text: thanks, date } : null,
      verification: { method: METHODS[source] ?? "platform_account", verified_at: published_at },
      incentivized: below(15) === 0,
    });
  }).join("\n");
}

/** Lines of reviews that their writers edit after the first import, and the review that is then erased. */
const EDITED = [3, 5, 8];
const ERASED = 11;

/** What happens after the first import: a file with edits, and an erasure. */
export function laterChanges(reviews: string) {
  const lines = reviews.split("\n").map((line): { id: string; rating: number } => JSON.parse(line));
  const updated_at = new Date().toISOString();
  const edits = EDITED.map((at) => ({ ...lines[at], rating: 2, revision: 3, updated_at }));
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  return { edits: edits.map((line) => JSON.stringify(line)).join("\n"), erased: lines[ERASED]?.id ?? "", before };
}
/** The truth about them. */
export const CHANGED = { edited: EDITED.length, erased: 1, moved: 0 };

const ENGLISH: Said[] = [
  { text: "I waited forty minutes past my appointment time.", about: "punctuality", means: "negative" },
  { text: "My appointment started half an hour late.", about: "punctuality", means: "negative" },
  { text: "They started right on time.", about: "punctuality", means: "positive" },
  { text: "They billed me twice for one visit.", about: "billing", means: "negative" },
  { text: "The price was fair.", about: "billing", means: "positive" },
  { text: "Dana was kind and patient with my mother.", about: "care", means: "positive" },
  { text: "Dana listened to me. Dry needling helped my shoulder.", means: "positive" },
  { text: "Marcus fixed my knee in six visits.", about: "results", means: "positive" },
  { text: "Marcus did aquatic therapy with me, and I can run again.", means: "positive" },
  { text: "Six weeks later my hip still hurts.", about: "results", means: "negative" },
  { text: "The front desk was rude to me on the phone.", about: "front_desk", means: "negative" },
  { text: "The gym is clean, and parking is easy.", about: "facility", means: "positive" },
  { text: "Parking is hard to find.", about: "facility", means: "negative" },
  { text: "My dizziness is gone.", about: "results", means: "positive" },
];

const SPANISH: Said[] = [
  { text: "Esperé cuarenta minutos después de la hora de mi cita.", about: "punctuality", means: "negative" },
  { text: "Mi cita empezó con media hora de retraso.", about: "punctuality", means: "negative" },
  { text: "Siempre empiezan a tiempo.", about: "punctuality", means: "positive" },
  { text: "Me cobraron dos veces la misma consulta.", about: "billing", means: "negative" },
  { text: "El precio fue justo.", about: "billing", means: "positive" },
  { text: "Lucía fue muy amable conmigo.", about: "care", means: "positive" },
  { text: "Lucía me escuchó. La punción seca me quitó el dolor de hombro.", means: "positive" },
  { text: "Andrés me arregló la rodilla en seis sesiones.", about: "results", means: "positive" },
  { text: "Con Andrés hice terapia acuática y ya puedo correr.", means: "positive" },
  { text: "Seis semanas después me sigue doliendo la cadera.", about: "results", means: "negative" },
  { text: "La recepción fue grosera conmigo por teléfono.", about: "front_desk", means: "negative" },
  { text: "El gimnasio está limpio y es fácil aparcar.", about: "facility", means: "positive" },
  { text: "Es difícil aparcar.", about: "facility", means: "negative" },
  { text: "Ya no tengo mareos.", about: "results", means: "positive" },
];

export const CLINICS: readonly Clinic[] = [
  {
    name: "Harborline Physical Therapy",
    language: "en",
    made: null,
    words: ["parking", "knee", "vertigo"],
    technician: { said: "Priya", id: "priya-raman" },
    other: { said: "Dr. Okafor", id: "obinna-okafor" },
    service: { said: "dry needling", id: "dry-needling" },
  },
  {
    name: "Elm Street Physical Therapy",
    language: "en",
    made: {
      profile: profileOf(
        "Elm Street Physical Therapy",
        "en",
        [
          ["dana-reed", "Dana Reed", "Dana"],
          ["marcus-hale", "Marcus Hale", "Marcus"],
        ],
        [
          ["dry-needling", "Dry needling"],
          ["aquatic-therapy", "Aquatic therapy"],
        ],
      ),
      reviews: reviewsOf(ENGLISH, "en", 160, 11),
      said: ENGLISH,
    },
    words: ["parking", "knee", "dizziness"],
    technician: { said: "Dana", id: "dana-reed" },
    other: { said: "Marcus Hale", id: "marcus-hale" },
    service: { said: "aquatic therapy", id: "aquatic-therapy" },
  },
  {
    name: "Clínica Olmo",
    language: "es",
    made: {
      profile: profileOf(
        "Clínica Olmo",
        "es",
        [
          ["lucia-vega", "Lucía Vega", "Lucía"],
          ["andres-soto", "Andrés Soto", "Andrés"],
        ],
        [
          ["puncion-seca", "Punción seca"],
          ["terapia-acuatica", "Terapia acuática"],
        ],
      ),
      reviews: reviewsOf(SPANISH, "es", 140, 12),
      said: SPANISH,
    },
    words: ["aparcar", "rodilla", "mareos"],
    technician: { said: "Lucía", id: "lucia-vega" },
    other: { said: "Andrés", id: "andres-soto" },
    service: { said: "punción seca", id: "puncion-seca" },
  },
];
