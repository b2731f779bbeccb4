import { positionOf } from "../../snapshot/review-at.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import type { Structured } from "./answer.ts";
import { linkAt } from "./review-texts.ts";

const MOST_LINKS = 10;

/** A JSON string that is an id. It cannot match inside the text of a review, where quotes are escaped. */
const ID = /"([0-9A-HJKMNP-TV-Z]{26})"/g;

/** Content blocks that link to the reviews in the answer, so that a client can read them. Each comes after a comma. */
export function reviewLinks(index: ReviewIndex, structured: Structured): string {
  const links = new Set<string>();
  const addFrom = (json: string) => {
    ID.lastIndex = 0;
    for (let found = ID.exec(json); found && links.size < MOST_LINKS; found = ID.exec(json)) {
      const position = positionOf(index, found[1] ?? "");
      if (position !== null) links.add(linkAt(index, position));
    }
  };
  if (typeof structured === "string") addFrom(structured);
  else {
    addFrom(structured.before);
    for (const { link } of structured.reviews) if (links.size < MOST_LINKS) links.add(link);
    addFrom(structured.after);
  }
  let blocks = "";
  for (const link of links) blocks += `,${link}`;
  return blocks;
}
