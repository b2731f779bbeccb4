import { PATHS } from "../../render/links.ts";
import { encodeQuery } from "./calls.ts";
import type { ClinicFacts } from "./clinic-facts.ts";

type Language = "sh" | "typescript" | "python";
export type Example = { id: string; title: string; summary: string; language: Language; code: string };

/** The examples on /developers. A test runs those in sh, TypeScript and Python exactly as shown. */
export function quickStart(base_url: string, { technician, since }: ClinicFacts): Example[] {
  const person = technician === null ? "" : `&mentions_technician=${encodeQuery(technician)}`;
  const search = `${base_url}${PATHS.search}?min_rating=4${person}&limit=3`;
  return [
    {
      id: "curl",
      title: "curl",
      summary: "No key, no account. The whole dataset is one document. A search takes filters.",
      language: "sh",
      code: `curl -sf "${base_url}${PATHS.reviews}" -o reviews.json
curl -sf "${search}"`,
    },
    {
      id: "typescript",
      title: "TypeScript",
      summary: "Follow next_url until it is null to get every match, newest first.",
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
      summary: "You need only the standard library.",
      language: "python",
      code: `import json
from urllib.request import urlopen

with urlopen("${base_url}${PATHS.reviews}") as response:
    data = json.load(response)

rating = data["aggregate_rating"]
print(rating["rating_value"], "out of 5 from", rating["rating_count"], "reviews")
for review in data["reviews"][:3]:
    print(review["date"], review["rating"], review["text"])`,
    },
    {
      id: "sync",
      title: "Keep a copy",
      summary:
        "Request everything since a date and send the ETag of the last response. " +
        "While nothing has changed, you get a 304 with an empty body. " +
        "“deleted” lists reviews that were removed; delete them from your copy.",
      language: "sh",
      code: `curl -sf --etag-save etag.txt --etag-compare etag.txt -o since.json \\
  -w "%{http_code}\\n" "${base_url}/api/reviews/since/${since}"
curl -sf --etag-save etag.txt --etag-compare etag.txt -o unchanged.json \\
  -w "%{http_code}\\n" "${base_url}/api/reviews/since/${since}"`,
    },
  ];
}
