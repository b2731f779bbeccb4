/**
 * How `work` ends, as a function that returns or throws it: `expect(await endOf(work)).toThrow("…")`.
 * `expect(work).rejects` blocks the process instead, for up to 30 s if `setImmediate` ends the work
 * (https://github.com/oven-sh/bun/pull/39268).
 */
export async function endOf(work: Promise<unknown>): Promise<() => unknown> {
  try {
    const result = await work;
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
