import { PATHS } from "../links.ts";
import { parameterRef, type ReadOperation, readPath } from "./operation.ts";
import { responseRef, textContent } from "./responses.ts";
import type { JsonObject } from "./schemas.ts";

const html = (title: string): JsonObject =>
  textContent("text/html", `<!doctype html><html lang="en"><title>${title}</title>…</html>`);

/** Both forms of a page for readers. */
const forms = (title: string): JsonObject => ({ ...html(title), ...textContent("text/markdown", `# ${title}\n\n…\n`) });

type Page = Omit<ReadOperation, "content" | "tag"> & { twin?: string };

// Pages are documents of the snapshot, so they have the same validators as the data. Their versions in a second
// language are not listed: they have the same parameters and responses, and exist only if enough reviews are in that
// language.
const page = ({ twin, ...of }: Page): JsonObject =>
  readPath({
    ...of,
    tag: "Pages",
    description: twin
      ? `${of.description} As Markdown with \`Accept: text/markdown\` or at \`${twin}\`.`
      : of.description,
    content: twin ? forms(of.summary) : html(of.summary),
    statuses: {
      "412": responseRef("PagePreconditionFailed"),
      "500": responseRef("PageInternalError"),
      ...of.statuses,
    },
  });

const choice = (name: string, values: string[], description: string): JsonObject => ({
  name,
  in: "query",
  description,
  schema: { type: "string", enum: values },
  example: values[0] ?? null,
});

const MENTIONS = ["mentions_technician", "mentions_service"].map(parameterRef);
const LOOK = [
  choice("theme", ["auto", "light", "dark"], "Colors; `auto` follows the reader."),
  choice("language", ["en", "es"], "Language of the words around the reviews; that of the business if left out."),
];
const EMBED_PARAMETERS: JsonObject[] = [
  choice(
    "layout",
    ["list", "grid", "carousel", "quote", "rating"],
    "A list, a grid, a row to swipe, one quote, or the rating line alone.",
  ),
  {
    name: "reviews",
    in: "query",
    description: "How many reviews a list, a grid or a carousel shows.",
    schema: { type: "integer", minimum: 1, maximum: 10, default: 3 },
    example: 3,
  },
  ...LOOK,
  ...MENTIONS,
];

const pages = (search_parameters: JsonObject[]): JsonObject => ({
  "/": page({
    id: "getOverviewPage",
    twin: "/index.md",
    summary: "Overview",
    description:
      "The rating, what people like and dislike, what changed, and the newest reviews. With parameters of the search " +
      "endpoint, it shows their newest reviews. " +
      "If enough reviews are written in the other of English and Spanish, this page and those of reviews, insights " +
      "and policy have a twin under `/es` or `/en`, which the page links.",
  }),
  "/reviews": page({
    id: "getReviewsPage",
    twin: "/reviews.md",
    summary: "Review explorer",
    description: "Takes the same parameters as the search endpoint, as an HTML form sends them.",
    parameters: search_parameters,
    statuses: { "400": responseRef("PageBadRequest") },
  }),
  "/reviews/{id}": page({
    id: "getReviewPage",
    twin: "/reviews/{id}.md",
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
    id: "getInsightsPage",
    twin: "/insights.md",
    summary: "Insights",
    description: "Aspects, people, services and the trend.",
  }),
  [PATHS.policy]: page({
    id: "getPolicyPage",
    twin: "/policy.md",
    summary: "Review policy",
    description: "How reviews are collected, verified, sorted, withheld and erased, with counts.",
  }),
  [PATHS.developers]: page({
    id: "getDevelopersPage",
    twin: "/developers.md",
    summary: "Developers",
    description: "Quick start, interactive API reference, guides, errors and limits.",
  }),
  "/embed": page({
    id: "getEmbedPage",
    summary: "Reviews on another site",
    description: "Shows the choices for an embed, a preview, and the line to paste.",
    parameters: EMBED_PARAMETERS,
  }),
  "/embed/frame": page({
    id: "getEmbedFrame",
    summary: "Reviews in a frame",
    description: "The rating and the newest reviews without a script, for an iframe on another site.",
    parameters: EMBED_PARAMETERS,
  }),
});

const embeds = (base_url: string): JsonObject => ({
  "/badge.svg": readPath({
    id: "getBadge",
    tag: "Embeds",
    summary: "The rating as an image",
    description: "An accessible SVG badge.",
    parameters: LOOK,
    content: textContent(
      "image/svg+xml",
      '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="120" height="20"><title>5.0 out of 5</title></svg>',
    ),
  }),
  "/widget.js": readPath({
    id: "getWidget",
    tag: "Embeds",
    summary: "Reviews on another site",
    description: "One script tag shows the newest reviews in a shadow root. The script makes no further requests.",
    parameters: MENTIONS,
    content: textContent("text/javascript", `const origin = "${base_url}";\n`),
  }),
});

export const pagePaths = (base_url: string, search_parameters: JsonObject[]): JsonObject => ({
  ...pages(search_parameters),
  ...embeds(base_url),
});

/** The same problems for the URL of a page: HTML for people, or JSON as on every other path. */
export function pageResponses(responses: JsonObject): JsonObject {
  const forPeople = (name: string): JsonObject => {
    const { description = "", content = {} } = responses[name] as JsonObject; // a component of the same document
    return { description, content: { ...html("Problem"), ...(content as JsonObject) } };
  };
  return {
    PageBadRequest: forPeople("BadRequest"),
    PageNotFound: forPeople("NotFound"),
    PageGone: forPeople("Gone"),
    PagePreconditionFailed: forPeople("PreconditionFailed"),
    PageInternalError: forPeople("InternalError"),
  };
}
