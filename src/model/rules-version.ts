/**
 * The version of the rules that decide what of a text is hidden, which replies wait, and whom a text mentions: all of
 * src/privacy, and the mentions of the engine. A store keeps the version that judged it; after an upgrade it is judged
 * again (import/run/judge-again.ts). Raise it whenever a rule may now decide otherwise. A test pins the files of the
 * rules, so that this is not forgotten.
 */
export const RULES_VERSION = 16;
