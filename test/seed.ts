/** The seed of this run, for property tests and generators: `SEED` from the environment, or else random. */
export const SEED = readSeed(process.env.SEED);

function readSeed(given: string | undefined): number {
  const seed = given ? Number(given) : Math.floor(Math.random() * 2 ** 31);
  if (!Number.isInteger(seed)) throw new Error(`SEED is "${given}": must be a whole number`);
  console.log(`seed ${seed}: SEED=${seed} repeats this run`);
  return seed;
}
