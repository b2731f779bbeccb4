import { readLabelled, scoreLabelled } from "../test/privacy/labelled.ts";

// Recall: how much of what must go is found. Precision: how much of what is found must go.
const { lines, traps, wanted, found, hits, faults } = scoreLabelled(readLabelled());
console.log(`lines ${lines}, of them traps ${traps}; passages ${wanted}`);
console.log(`recall ${(hits / wanted).toFixed(4)} (${hits} of ${wanted})`);
console.log(`precision ${(hits / found).toFixed(4)} (${hits} of ${found})`);
for (const fault of faults) console.log(`  ${fault}`);
