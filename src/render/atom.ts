import type { Review } from "../model/review.ts";
import { escapeMarkup as xml } from "./escape-markup.ts";
import { type Feed, feedDescription, feedTitle, itemTags, itemText, itemTitle } from "./feed-item.ts";
import { PATHS, reviewUrl } from "./links.ts";

/** RFC 4151: a host name and a date on which we owned it. The date is fixed, so that ids never change. */
const tagUri = (base_url: string, specific: string): string => `tag:${new URL(base_url).hostname},2026:${specific}`;

/** RFC 4287 §4.2.15 requires `updated`, even for a feed without data. */
const NEVER = "1970-01-01T00:00:00Z";

function entry(base_url: string, review: Review): string {
  const language = review.language ? ` xml:lang="${xml(review.language)}"` : "";
  return `<entry${language}>
<id>${xml(tagUri(base_url, `review:${review.id}`))}</id>
<title type="text">${xml(itemTitle(review))}</title>
<link rel="alternate" type="text/html" href="${xml(review.url)}"/>
<published>${review.published_at}</published>
<updated>${review.updated_at}</updated>
<author><name>${xml(review.author)}</name></author>
${itemTags(review)
  .map((tag) => `<category term="${xml(tag)}"/>`)
  .join("\n")}
<content type="text">${xml(itemText(review))}</content>
</entry>`;
}

/** RFC 6721. */
const deletedEntry = (base_url: string, id: string, deleted_at: string): string =>
  `<at:deleted-entry ref="${xml(tagUri(base_url, `review:${id}`))}" when="${deleted_at}">` +
  `<link rel="alternate" href="${xml(reviewUrl(base_url, id))}"/></at:deleted-entry>`;

/** Atom 1.0 (RFC 4287). */
export function renderAtom(feed: Feed): string {
  const { base_url } = feed;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0" xml:lang="${xml(feed.language)}">`,
    `<id>${xml(tagUri(base_url, "reviews"))}</id>`,
    `<title type="text">${xml(feedTitle(feed))}</title>`,
    `<subtitle type="text">${xml(feedDescription(feed))}</subtitle>`,
    `<link rel="self" type="application/atom+xml" href="${xml(base_url + PATHS.atom_feed)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(`${base_url}/`)}"/>`,
    `<link rel="hub" href="${xml(base_url + PATHS.hub)}"/>`,
    ...(feed.license && /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(feed.license)
      ? [`<link rel="license" href="${xml(feed.license)}"/>`]
      : []),
    ...(feed.license ? [`<rights>${xml(feed.license)}</rights>`] : []),
    `<updated>${feed.updated_at ?? NEVER}</updated>`,
    `<author><name>${xml(feed.business?.name ?? "Candor")}</name></author>`,
    ...feed.deleted.map(({ id, deleted_at }) => deletedEntry(base_url, id, deleted_at)),
    ...feed.reviews.map((review) => entry(base_url, review)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}
