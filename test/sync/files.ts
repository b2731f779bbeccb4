import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildZip } from "../zip.ts";
import type { Entry } from "./world.ts";

export const csv = (entries: readonly Entry[]): string =>
  `id,rating,date,author,text\n${entries.map(({ id, rating, date, author, text }) => `${id},${rating},${date},${author},"${text}"`).join("\n")}\n`;

export const place = (
  folder: string,
  name: string,
  data: string | Uint8Array,
  modified = "2026-04-30T10:00:00Z",
): string => {
  const path = join(folder, name);
  writeFileSync(path, data);
  utimesSync(path, new Date(modified), new Date(modified));
  return path;
};

const listing = (location: number, entries: readonly Entry[]) => ({
  name: `Takeout/Google Business Profile/account-1/location-${location}/reviews.json`,
  data: JSON.stringify({
    reviews: entries.map(({ id, date, author, text }) => ({
      name: `accounts/1/locations/${location}/reviews/${id}`,
      reviewer: { displayName: author },
      starRating: "FIVE",
      comment: text,
      createTime: `${date}T10:00:00Z`,
      updateTime: `${date}T10:00:00Z`,
    })),
  }),
});

/** An export of Google that was made at `modified`. `others` are the reviews of another listing in it. */
export const takeout = (entries: readonly Entry[], modified: string, others: readonly Entry[] = []): Uint8Array =>
  buildZip([
    { name: "Takeout/archive_browser.html", data: "<html></html>", modified },
    listing(2, entries),
    ...(others.length === 0 ? [] : [listing(3, others)]),
  ]);
