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
  for (const value of readBlocks(html)) yield { value, member: null, root: {} };
}
