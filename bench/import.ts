// Rows per second and peak memory of importing a table. Each size runs in its own process.
// bun bench/import.ts [rows…]
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEXTS = [
  "Priya listened, found the cause and gave me a plan I could keep. The pool sessions made the difference after my knee replacement, and I would go back tomorrow.",
  "Waited 40 minutes past my slot and nobody at the desk said a word. I was quoted $45 and billed $118, twice. Call me at 541-555-0137 if you want the whole story.",
  "El trato fue muy bueno y la doctora me explicó todo con paciencia. Después de seis semanas camino sin bastón.",
  "Une équipe à l'écoute, des exercices clairs et des résultats en six semaines. Je recommande sans hésiter.",
  "Went in with a frozen shoulder, came out throwing balls for my dog. I drive in from Tamarack Bay and it is worth the trip.",
  "Good therapists, confusing bills.",
  "Three sets of ten, every day, and on 2024-05-01 I ran again. Obi counted every one of them out loud.",
  "",
];
/** A different word for each row, so that no two texts are equal. */
const wordOf = (row: number) => row.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");

function writeTable(path: string, rows: number): void {
  const file = openSync(path, "w");
  writeSync(file, "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n");
  let lines: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const text = TEXTS[row % 8] === "" ? "" : `${TEXTS[row % 8]} ${wordOf(row)}`;
    const day = new Date(Date.UTC(2020, 0, 1 + (row % 2000))).toISOString().slice(0, 10);
    lines.push(
      `r${row},${wordOf(row % 500)} ${wordOf((row * 7) % 9001)},${1 + (row % 5)},"${text}",${day},https://example.com/r${row},Harborline\n`,
    );
    if (lines.length < 10_000) continue;
    writeSync(file, lines.join(""));
    lines = [];
  }
  writeSync(file, lines.join(""));
  closeSync(file);
}

const CHILD = `
const { importFiles } = await import("ROOT/src/import/run/import-files.ts");
const { DEFAULT_OPTIONS } = await import("ROOT/src/import/run/run.ts");
const { saveBusiness } = await import("ROOT/src/import/run/save-business.ts");
const { parseDemoProfile } = await import("ROOT/src/terminal/read-profile.ts");
const { openStore } = await import("ROOT/src/store/connection/open-store.ts");
const store = await openStore(process.argv[1]);
let longest = 0;
const transaction = store.transaction.bind(store);
store.transaction = async (work) => { const from = performance.now(); try { return await transaction(work); } finally { longest = Math.max(longest, performance.now() - from); } };
const deps = { store, now: () => new Date(), newRun: () => crypto.randomUUID() };
await saveBusiness(deps, parseDemoProfile("ROOT/examples/demo-clinic/business.yaml"));
let started = performance.now();
const report = await importFiles(deps, [process.argv[2]], DEFAULT_OPTIONS);
const seconds = (performance.now() - started) / 1000;
const cpu = process.cpuUsage();
started = performance.now();
const again = process.argv[3] ? await importFiles(deps, [process.argv[2]], DEFAULT_OPTIONS) : null;
const again_seconds = (performance.now() - started) / 1000;
await store.close();
console.log(JSON.stringify({ added: report.added, seconds, cpu_seconds: (cpu.user + cpu.system) / 1e6, longest_ms: longest, unchanged: again?.unchanged, again_seconds, peak_mb: process.resourceUsage().maxRSS / 1024 }));
`.replaceAll("ROOT", join(import.meta.dir, ".."));

const sizes = process.argv.slice(2).map(Number);
for (const rows of sizes.length > 0 ? sizes : [100_000, 1_000_000]) {
  const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
  const table = join(folder, "reviews.csv");
  writeTable(table, rows);
  const again = rows <= 100_000 ? ["again"] : [];
  const run = Bun.spawnSync([process.execPath, "-e", CHILD, `sqlite:${join(folder, "candor.db")}`, table, ...again], {
    stderr: "inherit",
    env: { BUN_JSC_useFTLJIT: "0", ...process.env }, // as bin/candor.mjs
  });
  const found = JSON.parse(run.stdout.toString());
  console.log(
    `${rows} rows: ${Math.round(rows / found.seconds)} rows/s (${Math.round(rows / found.cpu_seconds)} per CPU second), ` +
      `longest write lock ${Math.round(found.longest_ms)} ms, peak memory ${Math.round(found.peak_mb)} MB` +
      (found.unchanged
        ? `; again: ${Math.round(rows / found.again_seconds)} rows/s, ${found.unchanged} unchanged`
        : ""),
  );
  rmSync(folder, { recursive: true, force: true });
}
