type Named = { aliases?: readonly string[] | undefined; called_before?: readonly string[] | undefined };

/** The names of a person or a service beside the one that is shown: what reviewers say, and what it was called. */
export const otherNames = ({ aliases = [], called_before = [] }: Named): string[] => [...aliases, ...called_before];
