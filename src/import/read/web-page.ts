import { OperatorError } from "../../operator-error.ts";
import { type Input, readInputText } from "./input.ts";
import type { JsonElement } from "./json-elements.ts";

const PAGE_LIMIT = 32 * 1024 * 1024;

/** The JSON-LD blocks of a web page. A block that is not JSON is skipped, as browsers and search engines do. */
function readBlocks(html: string): unknown[] {
  const blocks: string[] = [];
  let text = "";
  new HTMLRewriter()
    .on('script[type^="application/ld+json" i]', {
      text(chunk) {
        text += chunk.text;
        if (!chunk.lastInTextNode) return;
        blocks.push(text);
        text = "";
      },
    })
    .transform(html);
  return blocks.flatMap((block) => {
    try {
      return [JSON.parse(block) as unknown];
    } catch {
      return [];
    }
  });
}

/** Reads a saved web page. Each of its JSON-LD blocks is one element. */
export async function* readPage(input: Input, encoding: string): AsyncGenerator<JsonElement> {
  if (input.size > PAGE_LIMIT) throw new OperatorError(`${input.name} is too large for a web page: the limit is 32 MB`);
  const html = await readInputText(input, encoding);
  const blocks = readBlocks(html);
  // What one block says about the ratings may be about the reviews of another.
  for (const value of blocks) yield { value, member: null, root: { blocks } };
}

/** What a file in angle brackets is, if it has no reviews. */
export function describeMarkup(head: Uint8Array): string {
  const text = new TextDecoder().decode(head);
  if (/<rss[\s>]/i.test(text) && /xmlns:wp=|<wp:wxr_version/i.test(text))
    return "a WordPress export (WXR) of posts and comments, without ratings: export the reviews of your plugin as CSV";
  if (/<rss[\s>]|<rdf:RDF[\s>]/i.test(text)) return "an RSS feed, without ratings: export the reviews as CSV or JSON";
  if (/<feed[\s>]/i.test(text)) return "an Atom feed, without ratings: export the reviews as CSV or JSON";
  if (/^\ufeff?\s*<\?xml/i.test(text) && !/<html[\s>]/i.test(text))
    return "an XML file of an unknown kind: export the reviews as CSV or JSON";
  return "a web page without JSON-LD";
}
