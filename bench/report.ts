/** The benches, and what README and docs/performance.md show of their output. */

export type Row = { what: string; ours: string; peer: string };
export type Bench = {
  title: string;
  /** From the root of the repository. */
  file: string;
  /** What a reader needs to know about the figures. */
  about?: string;
  args: string[];
  short: string[];
  /** The figures in README's table. */
  rows?(output: string): Row[];
};

/** Three significant digits, in the unit that people read: 35.5 µs, 15 ms, 0.38 s. */
export function readableTime(microseconds: number): string {
  const round = (value: number) => String(Number(value.toPrecision(3)));
  if (microseconds < 1000) return `${round(microseconds)} µs`;
  if (microseconds < 100_000) return `${round(microseconds / 1000)} ms`;
  return `${round(microseconds / 1e6)} s`;
}

const grouped = (value: string | undefined): string => Number(value).toLocaleString("en-US");
const time = (microseconds: string | undefined): string => readableTime(Number(microseconds));

const rowsOf = (output: string, pattern: RegExp, row: (match: RegExpExecArray) => Row): Row[] =>
  output.split("\n").flatMap((line) => {
    const match = pattern.exec(line);
    return match ? [row(match)] : [];
  });

const documentRows = (output: string): Row[] =>
  rowsOf(output, /^(newest feed, gzip|all reviews, 304|search by rating)\s+([\d.]+)\s+([\d.]+)/, (match) => {
    const [, what = "", ours, nginx] = match;
    const peer = what.startsWith("search") ? "nginx, a static file" : "nginx, the same file";
    return { what: `${what}: server CPU per request`, ours: time(ours), peer: `${peer}: ${time(nginx)}` };
  });

/** Only of the largest size, which is the last. */
function searchRows(output: string): Row[] {
  const size = Array.from(output.matchAll(/^(\d+) reviews: index/gm)).at(-1);
  const largest = output.slice(size?.index ?? output.length);
  return rowsOf(largest, /^(common word|two letters)\s+\d+\s+([\d.]+)\s+([\d.]+)/, ([, what, ours, fts]) => ({
    what: `search, ${what}: exact count and newest 20 of ${grouped(size?.[1])} reviews`,
    ours: time(ours),
    peer: `SQLite FTS5: ${time(fts)}`,
  }));
}

const mcpRows = (output: string): Row[] =>
  rowsOf(output, /^5 reviews, ([\d-]+)\s+(\d+)\s+(\d+)/, ([, version, ours, sdk]) => ({
    what: `MCP search with 5 reviews, protocol ${version}: server CPU per call`,
    ours: time(ours),
    peer: `official SDK: ${time(sdk)}`,
  }));

const websubRows = (output: string): Row[] =>
  rowsOf(output, /^(\d+) subscribers: (\d+) deliveries\/s \(bare loop (\d+)/, ([, count, ours, bare]) => ({
    what: `hub, ${grouped(count)} subscribers over TLS`,
    ours: `${grouped(ours)} deliveries per second`,
    peer: `a bare loop: ${grouped(bare)} per second`,
  }));

/** Only of the largest size, which is the last. */
const growthRows = (output: string): Row[] =>
  rowsOf(output, /^\| ([\d,]+) \| (.*) \|$/, ([, reviews, cells = ""]) => {
    const [, , , start_s, , serving_mb = ""] = cells.split(" | ");
    const memory = `${(Number(serving_mb.replaceAll(",", "")) / 1000).toFixed(1)} GB of memory`;
    return {
      what: `${reviews} reviews: start to first answer`,
      ours: `${Math.round(Number(start_s))} s, ${memory}`,
      peer: "–",
    };
  }).slice(-1);

export const BENCHES: Bench[] = [
  {
    title: "Documents, compared with nginx and Fastify",
    file: "bench/documents.ts",
    args: [],
    short: ["4000"],
    rows: documentRows,
  },
  {
    title: "Search, compared with SQLite FTS5",
    file: "bench/search.ts",
    args: ["1000", "10000", "100000", "1000000"],
    short: ["10000"],
    rows: searchRows,
  },
  { title: "MCP, compared with the official SDK", file: "bench/mcp.ts", args: [], short: ["500"], rows: mcpRows },
  { title: "WebSub, compared with a bare loop", file: "bench/websub.ts", args: [], short: ["1"], rows: websubRows },
  { title: "Import", file: "bench/import.ts", args: ["100000", "1000000"], short: ["10000"] },
  {
    title: "Privacy",
    file: "bench/privacy.ts",
    about: "How much the redaction finds; [Privacy](privacy.md) says how the lines were made and used.",
    args: ["held-out"],
    short: ["held-out"],
  },
  { title: "Insights", file: "insights/bench/insights.ts", args: [], short: [] },
  {
    title: "Growth",
    file: "bench/growth.ts",
    args: ["217", "10000", "100000", "1000000"],
    short: ["217", "10000"],
    rows: growthRows,
  },
  { title: "Soak", file: "bench/soak.ts", args: ["300"], short: ["20"] },
];

const MISSED = "This run missed a bound that the bench sets, or did not finish.";

export type Run = { output: string; failed: boolean; machine: string };

/** What an earlier run wrote about a bench in docs/performance.md. */
export function readRun(page: string, { title }: Bench): Run {
  const section = page.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return {
    output: /```\n([\s\S]*?)\n```/.exec(section)?.[1] ?? "",
    failed: section.includes(MISSED),
    machine: /^`[^`]+`, on (.+)$/m.exec(section)?.[1] ?? "",
  };
}

export function renderSection(
  { title, file, about }: Bench,
  args: readonly string[],
  { output, failed, machine }: Run,
): string {
  const notes = [failed ? MISSED : null, about].map((note) => (note ? `\n\n${note}` : "")).join("");
  const command = ["bun", file, ...args].join(" ");
  return `## ${title}\n\n\`${command}\`, on ${machine}${notes}\n\n\`\`\`\n${output.trim()}\n\`\`\``;
}

export function renderTable(rows: readonly Row[]): string {
  return [
    "| what | Candor | compared with |",
    "|---|---|---|",
    ...rows.map(({ what, ours, peer }) => `| ${what} | ${ours} | ${peer} |`),
  ].join("\n");
}

export const renderPage = (rows: readonly Row[], sections: readonly string[]): string =>
  `# Performance

\`npm run bench\` writes this page. Each section names its machine. Candor and its peers were measured in the same run; on another machine, compare the ratios rather than the figures.

${renderTable(rows)}

${sections.join("\n\n")}
`.replaceAll(/[ \t]+$/gm, "");

/** README with its block of figures replaced. */
export const renderReadme = (readme: string, rows: readonly Row[]): string =>
  readme.replace(
    /<!-- performance -->[\s\S]*<!-- \/performance -->/,
    () =>
      `<!-- performance -->\n${renderTable(rows)}\n\n[All figures](docs/performance.md), with the machines on which they were measured, come from \`npm run bench\`.\n<!-- /performance -->`,
  );
