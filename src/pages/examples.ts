import { PATHS } from "../render/links.ts";

type Language = "sh" | "typescript" | "python" | "html";
export type Example = { id: string; title: string; words: string; language: Language; code: string };

/** Every example of /developers. Those in sh, TypeScript and Python are run by a test as they stand. */
export function quickStart(base_url: string): Example[] {
  const search = `${base_url}${PATHS.search}?min_rating=4&query=knee&limit=3`;
  return [
    {
      id: "curl",
      title: "curl",
      words: "No key, no account. The whole dataset is one document; a search takes filters.",
      language: "sh",
      code: `curl -sf "${base_url}${PATHS.reviews}" -o reviews.json
curl -sf "${search}"`,
    },
    {
      id: "typescript",
      title: "TypeScript",
      words: "Follow next_url until it is null: every match, newest first.",
      language: "typescript",
      code: `type Review = { date: string; rating: number; author: string; text: string | null };
type Page = { matched: number; next_url: string | null; reviews: Review[] };

let url: string | null = "${base_url}${PATHS.search}?rating=5&limit=100";
while (url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error((await response.json()).detail);
  const page: Page = await response.json();
  for (const { date, rating, author } of page.reviews) console.log(date, rating, author);
  url = page.next_url;
}`,
    },
    {
      id: "python",
      title: "Python",
      words: "The standard library is enough.",
      language: "python",
      code: `import json
from urllib.request import urlopen

with urlopen("${base_url}${PATHS.reviews}") as response:
    data = json.load(response)

rating = data["aggregate_rating"]
print(rating["rating_value"], "of 5 from", rating["rating_count"], "reviews")
for review in data["reviews"][:3]:
    print(review["date"], review["rating"], review["text"])`,
    },
    {
      id: "sync",
      title: "Keep a copy",
      words:
        "Ask for what is new since a date, with the ETag of the last answer: 304 and an empty body while nothing has changed. “deleted” lists reviews that were taken back; drop them from your copy.",
      language: "sh",
      code: `curl -sf --etag-save etag.txt --etag-compare etag.txt -o since.json \\
  -w "%{http_code}\\n" "${base_url}/api/reviews/since/2024-01-01"
curl -sf --etag-save etag.txt --etag-compare etag.txt -o unchanged.json \\
  -w "%{http_code}\\n" "${base_url}/api/reviews/since/2024-01-01"`,
    },
  ];
}

export function embeds(base_url: string): Example[] {
  return [
    {
      id: "widget",
      title: "Widget",
      words:
        "Rating and newest reviews where the script stands. It carries its data, fetches nothing, sets no cookie and lives in a shadow root. A site with a content security policy allows this origin in script-src and nothing else. Attributes: data-reviews (0 to 5), data-theme (light, dark, auto), data-target (a selector). Your own stylesheet may set --candor-accent and --candor-font.",
      language: "html",
      code: `<script src="${base_url}/widget.js" data-reviews="3" async></script>`,
    },
    {
      id: "badge",
      title: "Badge",
      words: "The rating as a picture, in light and dark.",
      language: "html",
      code: `<a href="${base_url}/"><img src="${base_url}/badge.svg" alt="Our verified reviews" width="224" height="64"></a>`,
    },
  ];
}
