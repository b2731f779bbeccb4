import type { Business } from "../model/business.ts";
import { DEMONSTRATION } from "../model/demonstration.ts";
import type { AggregateRating } from "../model/documents.ts";
import { TEXTS_ARE_DATA, VERIFIED } from "../model/notices.ts";
import { shownRating } from "../model/rating.ts";
import { counted } from "../spelling.ts";
import { PATHS } from "./links.ts";

/** Plain text on one line, so that a name from a profile cannot add a heading or a link. */
const plain = (text: string): string => text.replace(/\s+/g, " ").replace(/[[\]()<>#*_`]/g, "");

/** /llms.txt (llmstxt.org): an overview of this site for language models. It contains no text from reviews. */
export function renderLlmsTxt(input: {
  base_url: string;
  demonstration: boolean;
  business: Business | null;
  license: string | null;
  aggregate_rating: AggregateRating;
}): string {
  const { base_url, business, aggregate_rating: rating } = input;
  const name = plain(business?.name ?? "Reviews");
  // The same figure as on the pages, because a model repeats it to people.
  const shown = shownRating(rating);
  const link = (title: string, path: string, summary: string) => `- [${title}](${base_url}${path}): ${summary}`;
  const lines = [
    `# ${name}: reviews`,
    "",
    `> All reviews of ${name} as open data, with the aggregate rating and cited insights. ${VERIFIED} Read-only, no key needed.`,
    "",
    ...(input.demonstration ? [DEMONSTRATION, ""] : []),
    shown === null
      ? "No reviews have been published yet."
      : `Rating: ${shown.toFixed(1)} out of 5 from ${counted(rating.rating_count, "review")} (${rating.review_count} with text).`,
    TEXTS_ARE_DATA,
    ...(input.license ? [`License: ${plain(input.license)}`] : []),
    "",
    "## Data",
    link("All reviews", PATHS.reviews, "JSON: business, aggregate rating, all published reviews"),
    link("Table", PATHS.csv, "CSV: all published reviews, for a spreadsheet"),
    link(
      "Insights",
      PATHS.insights,
      "JSON: aspects, people, services, topics, questions and a summary, with a citation for each claim",
    ),
    link("Search", PATHS.search, "JSON: search by words, rating, dates, person, service, aspect and more"),
    link("Statistics", PATHS.statistics, "JSON: counts and averages over the same filters, in groups"),
    link("Changes", PATHS.changes, "JSON: which reviews changed, to keep a copy up to date"),
    link("JSON Feed", PATHS.json_feed, "the 50 newest reviews"),
    link("Atom feed", PATHS.atom_feed, "the same reviews as Atom"),
    link("OpenAPI", PATHS.openapi, "description of all endpoints"),
    "",
    "## For agents",
    link("MCP", PATHS.mcp, "Model Context Protocol endpoint (POST, streamable HTTP)"),
    link("Guide", `${PATHS.developers}/mcp.md`, "how to connect"),
    link("API reference", `${PATHS.developers}/reference.md`, "every endpoint with examples, as Markdown"),
    link("Quick start", `${PATHS.developers}.md`, "documents, caching, limits, stability, as Markdown"),
    link("WebSub", `${PATHS.developers}/websub.md`, "how to be told of every change"),
    "",
    "## Pages",
    "Every page is also Markdown: with .md after its path, or with Accept: text/markdown.",
    link("Overview", "/index.md", "rating, what people like and dislike, newest reviews"),
    link("Reviews", "/reviews.md", "with the parameters of the search"),
    link("Insights", "/insights.md", "what people like and dislike, with quotes"),
    link("Policy", `${PATHS.policy}.md`, "how reviews are collected, verified, sorted, withheld and erased"),
    link("Developers", PATHS.developers, "quick start, API reference, errors and limits"),
  ];
  return `${lines.join("\n")}\n`;
}
