/** What people write into the field for a name besides one name: where they work, whose mother they are, two people. */
export type AuthorWords = Record<"profession" | "relation" | "couple" | "title", string>;

const SIGNS = /\s[|•·]\s?|[|•·]\s|\s[@–—-]\s|\s(?:at|from|with)\s|\sw\/\s?/iu;

export function createAuthorForms(words: AuthorWords) {
  const profession = new RegExp(`^(?:${words.profession})$`, "iu");
  const last_profession = /(?<=\p{L}\s\p{L}+)[\s/]+(?:realtor|attorney|cpa|esq)$/iu;
  const whose = new RegExp(String.raw`^(?<person>\p{L}[\p{L}\s.-]*)(?<sign>['’]s)\s(?<who>${words.relation})$`, "iu");
  const who_of = new RegExp(
    String.raw`^(?<who>(?:${words.relation})\s(?:of|de|di|da|do|von|van|d['’])\s?)(?<person>\p{L}[\p{L}\s.-]*)$`,
    "iu",
  );
  const two_titles = new RegExp(
    String.raw`^(?:${words.title})\.?\s(?:${words.couple})\s(?=(?:${words.title})\.?\s)`,
    "iu",
  );
  const couple = new RegExp(String.raw`\s(?:${words.couple})\s`, "iu");
  return {
    /** "Dana Fox, Realtor at Century 21" → "Dana Fox"; "Mr. and Mrs. Dale Peterson" → "Mrs. Dale Peterson". */
    withoutCompany(name: string): string {
      const head = (name.split(SIGNS)[0] ?? "").trim();
      const parts = (/\p{L}/u.test(head) ? head : name).split(/\s*,\s*/u);
      const work = parts.findIndex((part, at) => at > 0 && profession.test(part));
      const kept = (work === -1 ? parts : parts.slice(0, work)).join(", ");
      return kept.replace(last_profession, "").replace(two_titles, "");
    },
    /** "Josh Hartman's mom", "mom of Josh Hartman": the person, and what is before and after. */
    relationOf(name: string): { person: string; before: string; after: string } | null {
      const { person = "", sign, who = "" } = (whose.exec(name) ?? who_of.exec(name))?.groups ?? {};
      if (person === "") return null;
      return sign === undefined ? { person, before: who, after: "" } : { person, before: "", after: `${sign} ${who}` };
    },
    /** "Tom & Linda Carver": each of the two, and what is between them. In "Ortega y Gasset" there is one person. */
    coupleOf(name: string): { first: string; between: string; second: string } | null {
      const between = couple.exec(name);
      if (!between) return null;
      const [first, second] = [name.slice(0, between.index), name.slice(between.index + between[0].length)];
      const [many, others] = [first, second].map((part) => part.trim().split(/\s+/u).length);
      const two = many === 1 || (others ?? 0) > 1;
      return two && !couple.test(second) ? { first, between: between[0], second } : null;
    },
  };
}
