/** Set by `npm run test:long`: random tests repeat more often, and large ones run at all. */
export const LONG = Boolean(process.env.TEST_LONG);
/** Set by `npm run test:record`: what is new since the last record is tried as in `test:long` and written down. */
export const RECORDS = Boolean(process.env.TEST_RECORD);
/** Set by `npm run test:fast`: what measures or repeats is cut short. */
export const FAST = Boolean(process.env.TEST_FAST);

/** How often a random test repeats, or how much it takes, in `npm test` and in `npm run test:long`. */
export const repeats = (short: number, long: number): number => {
  if (LONG) return long;
  return FAST ? Math.ceil(short / 10) : short;
};
