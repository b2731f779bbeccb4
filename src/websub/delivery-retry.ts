/** How long to wait after a failed delivery. */
export type Wait = {
  /** The wait before the same content is sent again. */
  same_ms: number;
  /** The wait before a newer version. Long enough that a burst of imports during a restart is not three failures. */
  newer_ms: number;
};

export const REMOVE_AFTER_FAILURES = 3;
const NEWER_AFTER_MS = 10_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
const JITTER = 0.2;

/** `failures` includes the latest one. `random` is in [0, 1). */
export function retryWait(
  retry_seconds: readonly number[],
  failures: number,
  retry_after_ms: number | null,
  random: number,
): Wait {
  const planned_ms = (retry_seconds[failures - 1] ?? retry_seconds.at(-1) ?? 0) * 1000;
  const jittered_ms = Math.round(planned_ms * (1 - JITTER + 2 * JITTER * random));
  const asked_ms = Math.min(retry_after_ms ?? 0, RETRY_AFTER_MAX_MS);
  const same_ms = Math.max(jittered_ms, asked_ms);
  return { same_ms, newer_ms: Math.max(Math.min(jittered_ms, NEWER_AFTER_MS), asked_ms) };
}

/**
 * The wait after the hub's own fault: the longest configured one. The same for all, so that they are tried together.
 */
export function pauseWait(retry_seconds: readonly number[]): Wait {
  const same_ms = Math.max(1, retry_seconds.at(-1) ?? 0) * 1000;
  return { same_ms, newer_ms: Math.min(same_ms, NEWER_AFTER_MS) };
}

const VERIFY_WAITS_MS = [10_000, 60_000];

/** The wait before an unanswered verification is sent again. Null after the last attempt. */
export const verificationWait = (attempts: number): number | null => VERIFY_WAITS_MS[attempts - 1] ?? null;

const DENIAL_TRIES = 3;

/** The wait before a denial without an acknowledgment is sent again. Null after the last try. */
export const denialWait = (retry_seconds: readonly number[], tried: number): number | null =>
  tried < DENIAL_TRIES && tried <= retry_seconds.length ? (retry_seconds[tried - 1] ?? 0) * 1000 : null;

/** RFC 9110 §10.2.3: seconds or a date. */
export function parseRetryAfter(value: string | undefined, now_ms: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date_ms = /[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date_ms) ? null : Math.max(0, date_ms - now_ms);
}

/** The timeout plus 1 s for each MB of the body. */
export const deadlineMs = (timeout_seconds: number, bytes: number): number =>
  timeout_seconds * 1000 + Math.floor(bytes / 1_000_000) * 1000;
