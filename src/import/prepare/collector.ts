/**
 * Garbage is collected whenever memory has grown by this much, because the runtime collects it late. With 12 MB, an
 * import would take 20 MB less and 4 % more time (measured).
 */
const GROWTH_BYTES = 32 * 1024 * 1024;

/** Called after each batch, in the thread whose garbage is collected. */
export function createCollector(): () => void {
  let settled = process.memoryUsage.rss();
  return () => {
    if (process.memoryUsage.rss() - settled < GROWTH_BYTES) return;
    Bun.gc(true);
    settled = process.memoryUsage.rss();
  };
}
