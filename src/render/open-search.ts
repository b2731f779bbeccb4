import { cut } from "../model/basics/cut.ts";
import { DEMONSTRATION } from "../model/demonstration.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { PATHS } from "./links.ts";

export const OPEN_SEARCH_PATH = "/opensearch.xml";
export const OPEN_SEARCH_TYPE = "application/opensearchdescription+xml";

/** OpenSearch 1.1 allows 16 characters. */
const NAME_CHARACTERS = 16;
/** As a last word, these say that something is missing. */
const LOOSE = new Set("& - – / and of the for at in y e de del la el los las en".split(" "));

/** As many whole words of the name as may be shown. */
function shortName(name: string): string {
  const words = name.split(" ");
  while (words.length > 1 && (words.join(" ").length > NAME_CHARACTERS || LOOSE.has(words.at(-1)?.toLowerCase() ?? "")))
    words.pop();
  return cut(words.join(" "), NAME_CHARACTERS).replace(/[,;:]$/, "");
}

/** Lets a browser search the reviews from its address bar. */
export function renderOpenSearch(base_url: string, name: string, demonstration: boolean): string {
  const origin = escapeMarkup(base_url);
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeMarkup(shortName(name))}</ShortName>
<Description>${demonstration ? DEMONSTRATION : `${escapeMarkup(cut(name, 500))}: reviews`}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${origin}${PATHS.icon}</Image>
<Url type="text/html" template="${origin}/reviews?query={searchTerms}"/>
<Url type="application/json" template="${origin}${PATHS.search}?query={searchTerms}"/>
<Url type="${OPEN_SEARCH_TYPE}" rel="self" template="${origin}${OPEN_SEARCH_PATH}"/>
</OpenSearchDescription>
`;
}
