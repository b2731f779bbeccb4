import { readLabeled, scoreLabeled } from "../test/privacy/labeled.ts";

// Recall: the share of private passages that are found. Precision: the share of found passages that are private.
const { lines, traps, wanted, found, hits, mistakes } = scoreLabeled(readLabeled());
console.log(`lines ${lines}, ${traps} of them traps; passages ${wanted}`);
console.log(`recall ${(hits / wanted).toFixed(4)} (${hits} of ${wanted})`);
console.log(`precision ${(hits / found).toFixed(4)} (${hits} of ${found})`);
for (const mistake of mistakes) console.log(`  ${mistake}`);
