import { expect, test } from "bun:test";
import { OperatorError } from "../../../src/operator-error.ts";
import { encode } from "../../encode.ts";
import { FAST, LONG, repeats } from "../../length.ts";
import { SEED } from "../../seed.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const CASES = repeats(150, 20_000);

/** A small generator with a seed: the same seed gives the same cases. */
function openRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T, // below() is an index of the list
    shuffle<T>(list: readonly T[]): T[] {
      const left = [...list];
      return list.map(() => left.splice(below(left.length), 1)[0] as T); // one is left for each
    },
  };
}
type Random = ReturnType<typeof openRandom>;

type Review = { rating: number; date: string; author: string; text: string };
/** People and texts of one file, and the encodings that have all their letters. */
type Voices = { names: string[]; texts: string[]; encodings: string[] };
const COMMON = [
  "Kind and clear; she explained it all, twice.",
  "Great!",
  "",
  "Waited 40 minutes | nobody came.\nThe plan was good.",
];
const VOICES: Voices[] = [
  {
    names: ["Ann Lee", "Maria Sanchez", "Maria Silva", "Zoé Münch", "Jörg Weiß", "Łukasz Nowak", "Ana de la Cruz"],
    texts: [
      ...COMMON,
      'They said "three weeks" and it was three weeks.',
      "Muy bien, gracias.",
      "Très à l'écoute, je recommande.",
    ],
    encodings: ["utf-8", "utf-16le", "utf-16be"],
  },
  {
    names: ["Ann Lee", "José Núñez", "Zoé Münch", "Jörg Weiß", "François Lefèvre"],
    texts: [
      ...COMMON,
      "El trato fue muy bueno, volveré mañana.",
      "Très à l'écoute, je recommande à tous.",
      "Sehr nette Ärzte, schöne Räume, größte Mühe.",
    ],
    encodings: ["windows-1252", "macintosh", "utf-8", "utf-16le"],
  },
  {
    names: ["Łukasz Nowak", "Žofie Dvořáková", "Ann Lee", "Paweł Wójcik", "Jiří Černý"],
    texts: [
      ...COMMON,
      "Bardzo dobra opieka, dziękuję całemu zespołowi.",
      "Velmi příjemný přístup, děkuji za všechno.",
      "Świetni ludzie, polecam każdemu.",
    ],
    encodings: ["windows-1250", "utf-8", "utf-16le"],
  },
  {
    names: ["Иван Петров", "Ольга Смирнова", "Ann Lee", "Дмитрий Козлов"],
    texts: [
      ...COMMON,
      "Очень хорошие врачи, спасибо большое.",
      "Долго ждали, но помогли с коленом.",
      "Рекомендую эту клинику всем.",
    ],
    encodings: ["windows-1251", "utf-8", "utf-16le"],
  },
  {
    names: ["山田 花子", "佐藤 健", "Ann Lee", "鈴木 一郎"],
    texts: [
      ...COMMON,
      "とても親切な先生でした。また来ます。",
      "待ち時間が長かったですが、説明は丁寧でした。",
      "膝の痛みがなくなりました。ありがとうございます。",
    ],
    encodings: ["shift_jis", "utf-8", "utf-16le"],
  },
  {
    names: ["王 小明", "李 娜", "Ann Lee", "张 伟"],
    texts: [...COMMON, "医生非常专业，服务态度很好。", "等了很久，但是治疗效果不错。", "膝盖不疼了，谢谢大家的帮助。"],
    encodings: ["gb18030", "utf-8", "utf-16le"],
  },
];
/** Hundreds of rows of plain English come before the first accent: the head of the file says nothing. */
const LATE = ["The front desk was friendly and the exercises were clear to me.", "Ann Lee"] as const;

const ALIASES = {
  rating: ["rating", "Stars", "Star Rating", "starRating", "review_rating", "Review Stars", "Score", "ratingValue"],
  date: ["date", "Review Date", "created_at", "createdAt", "Date Posted", "published_at", "Timestamp", "Submitted"],
  author: ["author", "Reviewer", "reviewer_name", "Customer Name", "author.name", "Name", "displayName", "User"],
  text: ["text", "Review", "Comment", "review_text", "reviewBody", "Body", "Feedback", "Content"],
} as const;

/** Columns that are not the review's, some with names that look so. */
const DECOYS: { names: string[]; cell(random: Random, row: number): string }[] = [
  { names: ["Place Rating", "average_rating", "rating", "Score"], cell: () => "4.7" },
  { names: ["Total Reviews", "reviews", "score", "Rate"], cell: () => "132" },
  { names: ["E-mail", "phone", "Notes"], cell: (random) => `x${random.below(1000)}@mail.example` },
  { names: ["Stars", "Comments", "Reviewer", "Created", "text"], cell: () => "" },
  { names: ["Exported", "Created", "timestamp"], cell: () => "2026-04-30" },
  { names: ["NPS", "Likelihood to recommend"], cell: (random) => String(random.below(11)) },
  { names: ["Helpful votes", "Photos", "Visit"], cell: (random) => String(random.below(5) + 1) },
  { names: ["Rating", "stars", "Score"], cell: (random) => String(random.below(5) + 1) },
  { names: ["Name", "Business"], cell: () => "Harborline" },
  {
    names: ["Updated At", "Visited", "Created"],
    cell: (_, row) => `2026-02-${String((row % 28) + 1).padStart(2, "0")}`,
  },
];

const RATINGS: ((rating: number) => string)[] = [
  String,
  (rating) => `${rating}.0`,
  (rating) => `${rating}/5`,
  (rating) => `${rating} out of 5 stars`,
  (rating) => `${rating}⭐`,
  (rating) => "★".repeat(rating) + "☆".repeat(5 - rating),
  (rating) => ["ONE", "TWO", "THREE", "FOUR", "FIVE"][rating - 1] ?? "",
  (rating) => String(rating * 2),
  (rating) => `${rating * 20}%`,
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTHS_ES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const split = (date: string) => date.split("-").map(Number) as [number, number, number]; // the dates here are ISO
const DATES: ((date: string) => string)[] = [
  (date) => date,
  (date) => `${date} 10:11:12`,
  (date) => `${date}T18:00:00Z`,
  (date) => `${date} 18:00:00 +00:00`,
  (date) => new Date(`${date}T18:00:00Z`).toUTCString(),
  (date) => `${new Date(`${date}T18:00:00Z`).toDateString()} 18:00:00 GMT+0000 (Coordinated Universal Time)`,
  (date) => String(Date.parse(`${date}T18:00:00Z`) / 1000),
  (date) => String(Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569),
  (date) => split(date).with(0, split(date)[1]).with(1, split(date)[2]).with(2, split(date)[0]).join("/"),
  (date) => split(date).toReversed().join("/"),
  (date) => split(date).toReversed().join("."),
  (date) => `${split(date)[1]}/${split(date)[2]}/${String(split(date)[0]).slice(2)}`,
  (date) => `${split(date)[2]}-${MONTHS[split(date)[1] - 1]}-${split(date)[0]}`,
  (date) => `${MONTHS[split(date)[1] - 1]} ${split(date)[2]}, ${split(date)[0]}`,
  (date) => `${split(date)[2]} de ${MONTHS_ES[split(date)[1] - 1]} de ${split(date)[0]}`,
  () => "3 weeks ago",
];

/** No two reviews of a set are equal in every field. */
function makeReviews(random: Random, { names, texts }: Voices): Review[] {
  const made = new Map<string, Review>();
  const add = (author: string, text: string) => {
    const day = new Date(Date.UTC(2024, random.below(24), 1 + random.below(28))).toISOString().slice(0, 10);
    const review = { rating: 1 + random.below(5), date: day, author, text };
    made.set(JSON.stringify(review), review);
  };
  if (random.chance(0.01)) for (let left = 1500; left > 0; left -= 1) add(LATE[1], `${LATE[0]} ${left}`);
  for (let left = 3 + random.below(10); left > 0; left -= 1) add(random.pick(names), random.pick(texts));
  return [...made.values()];
}

/** The table in one of the encodings of its voices that has every sign of it. */
function encodeTable(random: Random, table: string, { encodings }: Voices): string | Uint8Array {
  const encoding = random.pick(encodings);
  if (encoding === "utf-8") return random.chance(0.5) ? table : `\ufeff${table}`;
  const marked = encoding.startsWith("utf-16") && random.chance(0.5) ? `\ufeff${table}` : table;
  try {
    return encode(marked, encoding);
  } catch {
    return table; // a star or an accent is not in it
  }
}

type Column = { header: string; cells: string[] };

function makeColumns(random: Random, reviews: readonly Review[]): Column[] {
  // Out of ten, one and two stars alone look like two and four: nothing in such a file shows its scale.
  const shows = reviews.some(({ rating }) => rating > 2);
  const renderRating = random.pick(shows && random.chance(0.15) ? RATINGS : RATINGS.slice(0, 7));
  const renderDate = random.pick(
    random.chance(0.15) ? DATES : DATES.filter((_, index) => ![8, 9, 11, 15].includes(index)),
  );
  const columns: Column[] = [
    { header: random.pick(ALIASES.rating), cells: reviews.map(({ rating }) => renderRating(rating)) },
    { header: random.pick(ALIASES.date), cells: reviews.map(({ date }) => renderDate(date)) },
    { header: random.pick(ALIASES.author), cells: reviews.map(({ author }) => author) },
    { header: random.pick(ALIASES.text), cells: reviews.map(({ text }) => text) },
  ];
  const wanted = random.below(3);
  for (const decoy of random.shuffle(DECOYS).slice(0, wanted)) {
    const header = random.pick(decoy.names);
    const taken = columns.some((column) => column.header.toLowerCase() === header.toLowerCase());
    if (!taken) columns.push({ header, cells: reviews.map((_, row) => decoy.cell(random, row)) });
  }
  return random.shuffle(columns);
}

function renderTable(random: Random, columns: readonly Column[], rows: number): string {
  const delimiter = random.pick([",", ";", "\t", "|"]);
  const newline = random.pick(["\n", "\r\n"]);
  const cell = (text: string) => (/["\r\n,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns.map(({ header }) => cell(header)).join(delimiter)];
  for (let row = 0; row < rows; row += 1)
    lines.push(columns.map(({ cells }) => cell(cells[row] ?? "")).join(delimiter));
  return `${lines.join(newline)}${newline}`;
}

const renderJson = (columns: readonly Column[], rows: number) =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(({ header, cells }) => [header, cells[row]])),
  );

const shown = (author: string) =>
  /^\p{Script=Han}/u.test(author) ? `${author.charAt(0)}.` : author.replace(/^(\S+) (?:.* )?(\p{L})\S*$/u, "$1 $2.");
const setOf = (rows: readonly { rating: number; date: string; author: string; text: string | null }[]) =>
  rows.map(({ rating, date, author, text }) => JSON.stringify([rating, date, author, text ?? ""])).sort();

test(
  "shuffled and renamed columns, decoys, delimiters, encodings and date styles give the same reviews or a refusal",
  async () => {
    let imported = 0;
    for (let number = 0; number < CASES; number += 1) {
      const random = openRandom(SEED + number * 7919);
      const voices = random.pick(VOICES);
      const reviews = makeReviews(random, voices);
      const columns = makeColumns(random, reviews);
      const json = random.chance(0.2);
      const data = json
        ? renderJson(columns, reviews.length)
        : encodeTable(random, renderTable(random, columns, reviews.length), voices);
      const path = writeData(json ? "rows.json" : "rows.csv", data);
      try {
        const { rows, rejected } = await readReviews(path);
        if (rows.length === 0 && rejected.length > 0) continue; // every row was rejected: the import stores nothing
        const expected = reviews.map((review) => ({ ...review, author: shown(review.author) }));
        expect({ number, columns, rows: setOf(rows) }).toEqual({ number, columns, rows: setOf(expected) });
        imported += 1;
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
      }
    }
    console.log(`${imported} of ${CASES} cases were imported`);
    // 86 % are imported (measured over 1,000 cases); fewer cases vary more.
    expect(imported).toBeGreaterThanOrEqual(CASES * (LONG ? 0.8 : FAST ? 0.3 : 0.7));
  },
  { timeout: 1_800_000 },
);
