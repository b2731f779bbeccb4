import { DEMONSTRATION } from "../model/demonstration.ts";
import { TEXTS_ARE_DATA, VERIFIED } from "../model/notices.ts";
import { PATHS } from "../render/links.ts";

/** The files for programs, each with a summary of its content. */
export const DATA_FILES: readonly [path: string, summary: string][] = [
  [PATHS.reviews, "everything: the business, the aggregate rating and all reviews"],
  [PATHS.csv, "all reviews as a table, for a spreadsheet"],
  [PATHS.insights, "what reviewers say, with a citation for each claim"],
  [PATHS.json_feed, "the 50 newest reviews as JSON Feed 1.1"],
  [PATHS.atom_feed, "the same reviews as Atom 1.0"],
  [PATHS.changes, "the 200 newest changes: which reviews were added, edited, moved or deleted"],
];

/** Plain text on one line, so that a name from a profile cannot add a heading or a link. */
const plain = (text: string): string => text.replace(/\s+/g, " ").replace(/[[\]()<>#*_`]/g, "");

/** /llms.txt of an export. It names only files. */
export function renderStaticLlmsTxt(site: { base_url: string; demonstration: boolean; name: string }): string {
  const lines = [
    `# ${plain(site.name)}: reviews`,
    "",
    `> All reviews of ${plain(site.name)} as files. ${VERIFIED} Read-only, no key needed.`,
    "",
    ...(site.demonstration ? [DEMONSTRATION, ""] : []),
    TEXTS_ARE_DATA,
    "",
    "## Data",
    ...DATA_FILES.map(([path, summary]) => `- [${path.slice(1)}](${site.base_url}${path}): ${summary}`),
    "",
    "## Pages",
    "As Markdown, beside the page of the same name. Each review, too: reviews/ID.md.",
    `- [Overview](${site.base_url}/index.md): rating, what people like and dislike, newest reviews`,
    `- [Reviews](${site.base_url}/reviews/): every review, as HTML`,
    `- [Insights](${site.base_url}/insights.md): what people like and dislike, with quotes`,
    `- [Policy](${site.base_url}/policy.md): how reviews are collected, verified, sorted, withheld and erased`,
  ];
  return `${lines.join("\n")}\n`;
}

/** RFC 9309. Everything is public. */
export const renderStaticRobotsTxt = (base_url: string): string =>
  ["User-agent: *", "Allow: /", "", `Sitemap: ${base_url}/sitemap.xml`, ""].join("\n");
