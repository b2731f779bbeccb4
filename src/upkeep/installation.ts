/** What the checks read: the settings with their origins, and the clock. */
export type Installation = {
  env: Record<string, string | undefined>;
  origins?: Readonly<Record<string, string>>;
  now: () => Date;
};
