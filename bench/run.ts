/**
 * Runs every bench and writes docs/performance.md; README's table is made from the same figures.
 *
 *   npm run bench                     all of it, half an hour on two cores
 *   npm run bench -- --short          smaller sizes, minutes
 *   npm run bench -- import growth    these alone; the others' sections stay as they are
 */
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { BUN } from "./process.ts";

const ROOT = join(import.meta.dir, "..");
const PAGE = join(ROOT, "docs/performance.md");
const SHORT = process.argv.includes("--short");
const ONLY = process.argv.slice(2).filter((name) => !name.startsWith("--"));

type Row = { what: string; ours: string; beside: string };
type Bench = { title: string; file: string; args: string[]; short: string[]; rows(output: string): Row[] };

const lines = (output: string, pattern: RegExp, row: (match: RegExpExecArray) => Row): Row[] =>
  output.split("\n").flatMap((line) => {
    const match = pattern.exec(line);
    return match ? [row(match)] : [];
  });

/** Each bench with what README shows of it. */
const BENCHES: Bench[] = [
  {
    title: "Documents, beside nginx and Fastify",
    file: "documents.ts",
    args: [],
    short: ["4000"],
    rows: (output) =>
      lines(
        output,
        /^(newest feed, gzip|all reviews, 304|search by rating)\s+([\d.]+)\s+([\d.–]+)/,
        ([, what, ours, nginx]) => ({
          what: `${what}: server CPU a request`,
          ours: `${ours} µs`,
          beside: `nginx ${what?.startsWith("search") ? "with a file" : "with the same file"} ${nginx} µs`,
        }),
      ),
  },
  {
    title: "Search, beside SQLite FTS5",
    file: "search.ts",
    args: ["1000", "10000", "100000", "1000000"],
    short: ["10000"],
    rows: (output) =>
      lines(
        output.slice(output.lastIndexOf("reviews: index")),
        /^(common word|two letters)\s+(\d+)\s+([\d.]+)\s+([\d.]+)/,
        ([, what, , ours, fts]) => ({
          what: `search, ${what}: count and newest 20 of ${SHORT ? "10,000" : "1,000,000"}`,
          ours: `${ours} µs`,
          beside: `SQLite FTS5 ${fts} µs`,
        }),
      ),
  },
  {
    title: "MCP, beside the official SDK",
    file: "mcp.ts",
    args: [],
    short: ["500"],
    rows: (output) =>
      lines(output, /^(5 reviews, [\d-]+)\s+(\d+)\s+(\d+)/, ([, what, ours, sdk]) => ({
        what: `MCP tools/call, ${what}: server CPU`,
        ours: `${ours} µs`,
        beside: `official SDK ${sdk} µs`,
      })),
  },
  {
    title: "WebSub, beside a bare loop",
    file: "websub.ts",
    args: [],
    short: ["1"],
    rows: (output) =>
      lines(output, /^(\d+) subscribers: (\d+) deliveries\/s \(bare loop (\d+)/, ([, count, ours, bare]) => ({
        what: `hub, ${count} subscribers over TLS`,
        ours: `${ours} deliveries/s`,
        beside: `bare loop ${bare}/s`,
      })),
  },
  { title: "Import", file: "import.ts", args: ["100000", "1000000"], short: ["10000"], rows: () => [] },
  { title: "Privacy", file: "privacy.ts", args: [], short: [], rows: () => [] },
  { title: "Insights", file: "insights.ts", args: [], short: [], rows: () => [] },
  {
    title: "Growth",
    file: "growth.ts",
    args: ["1000", "10000", "100000", "1000000"],
    short: ["1000", "10000"],
    rows: (output) =>
      lines(
        output
          .trim()
          .split("\n")
          .filter((line) => /^\| [\d,]+ \|/.test(line))
          .at(-1) ?? "",
        /^\| (.*) \|$/,
        ([, cells]) => {
          const [reviews, , , , start_s, , serve_mb] = (cells ?? "").split(" | ");
          return {
            what: `${reviews} reviews: start to first answer`,
            ours: `${start_s} s, ${serve_mb} MB resident`,
            beside: "–",
          };
        },
      ),
  },
  { title: "Soak", file: "soak.ts", args: ["300"], short: ["20"], rows: () => [] },
];

async function runBench({ title, file, args, short }: Bench): Promise<{ output: string; failed: boolean }> {
  console.log(`\n## ${title}`);
  const child = Bun.spawn([BUN, join(import.meta.dir, file), ...(SHORT ? short : args)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk);
    output += chunk;
  }
  return { output, failed: (await child.exited) !== 0 };
}

const MISSED = "This run missed a bound that the bench sets, or could not finish.";

/** What an earlier run wrote of a bench. */
function keptRun({ title }: Bench): { output: string; failed: boolean } {
  const section = readFileSync(PAGE, "utf8").split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return { output: /```\n([\s\S]*?)\n```/.exec(section)?.[1] ?? "", failed: section.includes(MISSED) };
}

function renderTable(rows: readonly Row[]): string {
  return [
    "| what | Candor | beside |",
    "|---|---|---|",
    ...rows.map(({ what, ours, beside }) => `| ${what} | ${ours} | ${beside} |`),
  ].join("\n");
}

const machine = `${cpus().length} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB, Bun ${Bun.version}; load average ${loadavg()[0]?.toFixed(1)} before the run`;
const sections: string[] = [];
const table: Row[] = [];
let failures = 0;
for (const bench of BENCHES) {
  const runs = ONLY.length === 0 || ONLY.includes(bench.file.replace(".ts", ""));
  const { output, failed } = runs ? await runBench(bench) : keptRun(bench);
  if (failed) failures += 1;
  table.push(...bench.rows(output));
  const note = failed ? `\n\n${MISSED}` : "";
  sections.push(
    `## ${bench.title}\n\n\`bun bench/${bench.file} ${(SHORT ? bench.short : bench.args).join(" ")}\`${note}\n\n\`\`\`\n${output.trim()}\n\`\`\``,
  );
}
const page = `# Performance

Written by \`npm run bench${SHORT ? " -- --short" : ""}\` on one machine: ${machine}. Each figure stands beside its peer of the same run; another machine gives other figures, the ratios stay closer.

${renderTable(table)}

${sections.join("\n\n")}
`;
writeFileSync(PAGE, page.replaceAll(/[ \t]+$/gm, ""));
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const marked = /<!-- performance -->[\s\S]*<!-- \/performance -->/;
writeFileSync(
  join(ROOT, "README.md"),
  readme.replace(
    marked,
    () =>
      `<!-- performance -->\n${renderTable(table)}\n\nOn ${machine}; [all of it](docs/performance.md), by \`npm run bench\`.\n<!-- /performance -->`,
  ),
);
process.exitCode = failures > 0 ? 1 : 0;
