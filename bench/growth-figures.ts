export type Figures = {
  reviews: number;
  import_s: number;
  import_mb: number;
  database_mb: number;
  start_s: number;
  build_mb: number;
  serve_mb: number;
  document_mb: number;
  feed_ms: number;
  search_ms: number;
  delta_search_ms: number;
  full_s: number;
  change_1_s: number;
  change_100_s: number;
  profile_s: number;
  names_times: number;
  names_cpu_s: number;
  names_lock_s: number;
  change_mb: number;
  change_cpu_s: number;
  quiet_mb: number;
  quiet_cpu_s: number;
};

/** A change of up to 100 reviews shows within so many seconds of its commit, up to so many reviews. */
const LIMITS: [reviews: number, seconds: number][] = [
  [217, 0.2],
  [10_000, 0.6],
  [100_000, 1],
];
/** Of the demonstration's size: CPU seconds of a change, and memory after a minute without one. */
const SMALL = { reviews: 217, change_cpu_s: 0.15, quiet_cpu_s: 0.45, quiet_mb: 105 } as const;
/** Up to so many reviews: memory of a change, and seconds of a build for another profile. */
const LARGE = { reviews: 100_000, change_mb: 100, profile_s: 1 } as const;

/** From so many reviews on, a profile with other names: its peak as a multiple of the memory that serves, CPU seconds, and how long it holds the lock. */
const NAMES = { reviews: 10_000, names_times: 1.5, names_cpu_s: 60, names_lock_s: 2 } as const;

const COLUMNS: [keyof Figures, string, number][] = [
  ["reviews", "reviews", 0],
  ["import_s", "import s", 1],
  ["import_mb", "MB", 0],
  ["database_mb", "database MB", 0],
  ["start_s", "start s", 1],
  ["build_mb", "peak MB", 0],
  ["serve_mb", "serving MB", 0],
  ["document_mb", "/reviews.json MB", 1],
  ["feed_ms", "feed ms", 2],
  ["search_ms", "search ms", 2],
  ["delta_search_ms", "after changes", 2],
  ["full_s", "full build s", 2],
  ["change_1_s", "change of 1 shows s", 2],
  ["change_100_s", "of 100 s", 2],
  ["profile_s", "new profile s", 2],
  ["names_times", "new names: memory, times", 2],
  ["names_cpu_s", "CPU s", 1],
  ["names_lock_s", "lock s", 2],
  ["change_mb", "MB more", 0],
  ["change_cpu_s", "CPU s", 2],
  ["quiet_mb", "quiet MB", 0],
  ["quiet_cpu_s", "CPU s of the next", 2],
];

/** Which figures are above their limits. */
export function overLimits(figures: Figures): string[] {
  const { reviews } = figures;
  const shown = LIMITS.find(([most]) => reviews <= most)?.[1] ?? Number.POSITIVE_INFINITY;
  const limits: [keyof Figures, number][] = [
    ["change_1_s", shown],
    ["change_100_s", shown],
  ];
  if (reviews >= NAMES.reviews)
    for (const name of ["names_times", "names_cpu_s", "names_lock_s"] as const) limits.push([name, NAMES[name]]);
  if (reviews <= LARGE.reviews) limits.push(["change_mb", LARGE.change_mb], ["profile_s", LARGE.profile_s]);
  if (reviews <= SMALL.reviews) {
    for (const name of ["change_cpu_s", "quiet_mb", "quiet_cpu_s"] as const) limits.push([name, SMALL[name]]);
  }
  return limits.flatMap(([name, limit]) =>
    figures[name] > limit ? [`${name} is ${figures[name].toFixed(2)}, more than ${limit}`] : [],
  );
}

const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
export const HEAD = [line(COLUMNS.map(([, title]) => title)), line(COLUMNS.map(() => "---:"))];

/** One row of the table; a figure that was not measured is a dash. */
export const renderFigures = (figures: Figures): string =>
  line(
    COLUMNS.map(([name, , digits]) =>
      Number.isNaN(figures[name])
        ? "–"
        : figures[name].toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ),
  );
