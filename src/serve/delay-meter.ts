const EVERY_MS = 50;
const SLICE_MS = 10_000;
const SLICES = 6;

/**
 * Measures how late a timer fires. Everything else in the process is delayed by as much. The longest delay of the last
 * minute is kept in slices of 10 s, so that any number of scrapers see it.
 */
export function startDelayMeter(now: () => number = () => performance.now()) {
  const slices: { start: number; longest: number }[] = [{ start: now(), longest: 0 }];
  let expected = now() + EVERY_MS;
  const measure = () => {
    const time = now();
    const late = Math.max(0, time - expected);
    if (time - (slices.at(-1)?.start ?? 0) >= SLICE_MS) slices.push({ start: time, longest: 0 });
    while (slices.length > 1 && time - (slices[0]?.start ?? 0) > SLICES * SLICE_MS) slices.shift();
    const slice = slices.at(-1);
    if (slice) slice.longest = Math.max(slice.longest, late);
    expected = time + EVERY_MS;
  };
  const timer = setInterval(measure, EVERY_MS);
  timer.unref();
  return {
    longestMs: () => Math.max(...slices.map(({ longest }) => longest)),
    stop: () => clearInterval(timer),
  };
}
