/**
 * Garbage is collected whenever memory has grown by this much, because the runtime collects it late. With 48 MB, an
 * import would take 50 MB more and 5 % less time (measured).
 */
const GROWTH_BYTES = 12 * 1024 * 1024;

/** Called after each batch, in the thread whose garbage is collected. */
export function createCollector(): () => void {
  let settled = process.memoryUsage.rss();
  return () => {
    if (process.memoryUsage.rss() - settled < GROWTH_BYTES) return;
    Bun.gc(true);
    settled = process.memoryUsage.rss();
  };
}
