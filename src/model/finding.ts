/** What a check found. `fix` is what to do; null if nothing is wrong. */
export type Finding = { check: string; state: "ok" | "warning" | "fault"; found: string; fix: string | null };

export const ok = (check: string, found: string): Finding => ({ check, state: "ok", found, fix: null });

/** Something that works and may not last, or that a new installation does not have yet. */
export const warning = (check: string, found: string, fix: string): Finding => ({
  check,
  state: "warning",
  found,
  fix,
});

export const fault = (check: string, found: string, fix: string): Finding => ({ check, state: "fault", found, fix });
