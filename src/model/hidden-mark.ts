import type { RedactionKind } from "./review-kinds.ts";

const END = " hidden by the business]";

/** What readers see in place of words that the owner hid. */
export const hiddenMark = (kind: RedactionKind): string => `[${kind.replaceAll("_", " ")}${END}`;

export const hasHiddenMark = (text: string | null | undefined): boolean => text?.includes(END) ?? false;
