import { PATHS } from "../links.ts";
import { parameterRef, type Read, readPath } from "./operation.ts";
import { responseRef, textContent } from "./responses.ts";
import type { JsonObject } from "./schemas.ts";

const html = (title: string): JsonObject =>
  textContent("text/html", `<!doctype html><html lang="en"><title>${title}</title>…</html>`);

type Page = Omit<Read, "content" | "tag">;

// Pages are documents of the snapshot, so they have the same validators as the data.
const page = (of: Page): JsonObject =>
  readPath({
    ...of,
    tag: "Pages",
    content: html(of.summary),
    statuses: { "500": responseRef("PageInternalError"), ...of.statuses },
  });

const pages = (search_parameters: JsonObject[]): JsonObject => ({
  "/": page({
    id: "showOverview",
    summary: "Overview",
    description: "The rating, what people like and dislike, the trend and the newest reviews.",
  }),
  "/reviews": page({
    id: "showReviews",
    summary: "Review explorer",
    description: "Takes the same parameters as the search endpoint, as an HTML form sends them.",
    parameters: search_parameters,
    statuses: { "400": responseRef("PageBadRequest") },
  }),
  "/reviews/{id}": page({
    id: "showReview",
    summary: "One review",
    description: "Highlights the words that its analysis is based on.",
    parameters: [parameterRef("ReviewId")],
    statuses: {
      "400": responseRef("PageBadRequest"),
      "404": responseRef("PageNotFound"),
      "410": responseRef("PageGone"),
    },
  }),
  "/insights": page({
    id: "showInsights",
    summary: "Insights",
    description: "Aspects, people, services and the trend.",
  }),
  [PATHS.policy]: page({
    id: "showPolicy",
    summary: "Review policy",
    description: "How reviews are collected, verified, sorted, withheld and erased, with counts.",
  }),
  [PATHS.developers]: page({
    id: "showDevelopers",
    summary: "Developers",
    description: "Quick start, interactive API reference, guides, errors and limits.",
  }),
});

const embeds = (base_url: string): JsonObject => ({
  "/badge.svg": readPath({
    id: "getBadge",
    tag: "Embeds",
    summary: "The rating as an image",
    description: "An accessible SVG badge.",
    content: textContent(
      "image/svg+xml",
      '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="120" height="20"><title>5.00 out of 5</title></svg>',
    ),
  }),
  "/widget.js": readPath({
    id: "getWidget",
    tag: "Embeds",
    summary: "Reviews on another site",
    description: "One script tag shows the newest reviews in a shadow root. The script makes no further requests.",
    content: textContent("text/javascript", `const origin = "${base_url}";\n`),
  }),
});

export const pagePaths = (base_url: string, search_parameters: JsonObject[]): JsonObject => ({
  ...pages(search_parameters),
  ...embeds(base_url),
});

/** The same problems at the address of a page: HTML for people, or JSON as on every other path. */
export function pageResponses(responses: JsonObject): JsonObject {
  const forPeople = (name: string): JsonObject => {
    const { description = "", content = {} } = responses[name] as JsonObject; // a component of the same document
    return { description, content: { ...html("Problem"), ...(content as JsonObject) } };
  };
  return {
    PageBadRequest: forPeople("BadRequest"),
    PageNotFound: forPeople("NotFound"),
    PageGone: forPeople("Gone"),
    PageInternalError: forPeople("InternalError"),
  };
}
