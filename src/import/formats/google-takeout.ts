import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { decode, fileInput, type Input, readInputText } from "../read/input.ts";
import { readJsonElements } from "../read/json-elements.ts";
import { type Archive, readArchive } from "../read/zip.ts";
import { parseRow } from "../record/candidate.ts";
import type { Listing } from "../record/listings.ts";
import { isFields, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";
import { nameReview, parseGoogleReview, parseReviewName } from "./google-api.ts";

export const googleTakeout: JsonFormat = {
  name: "google-takeout",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) => isFields(value) && "starRating" in value && "createTime" in value,
  *parse({ value }, place) {
    if (!isFields(value)) yield { place, reason: "the entry is not a review" };
    else
      yield parseRow(
        place,
        () => parseGoogleReview(value, place),
        () => nameReview(value),
      );
  },
};

/** …/account-N/location-N/reviews.json, reviews-<token>.json, reviews_001.json. */
const REVIEWS = /^(?<folder>(?:[^/]*\/)*location-[^/]+)\/reviews[^/]*\.json$/i;
const LISTING = /^(?:[^/]*\/)*location-[^/]+\/(?:additionalData|data|location|profile|info)[^/]*\.json$/i;
const WRITTEN_BY_OWNER = /Maps \(your places\)\/Reviews\.json$/i;

/** The reviews in a Takeout that the account's owner wrote. */
export const reviewsByOwner = (file: string) =>
  new OperatorError(
    `${file} contains reviews that you wrote about other businesses (Maps, your places): export "Google Business Profile" from Takeout instead`,
  );

export type TakeoutListing = Listing & { files: Input[] };

/** The name of a listing in the Business Information API, of its versions: "title" beside a resource name. */
const NAMES = ["title", "locationName", "location_name", "businessName", "storeName"];
const directName = (value: unknown): string | null =>
  isFields(value) ? (NAMES.map((name) => textOf(value[name])).find((name) => name !== null) ?? null) : null;

/** Finds LISTING_NAME, which is a member or a name beside its value. */
function findListingName(value: unknown, depth = 0): string | null {
  if (depth > 6) return null;
  if (Array.isArray(value))
    return value.map((part) => findListingName(part, depth + 1)).find((name) => name !== null) ?? null;
  if (!isFields(value)) return null;
  const members = Object.values(value);
  const direct =
    textOf(value.LISTING_NAME) ?? (members.includes("LISTING_NAME") ? textOf(value.value ?? value.stringValue) : null);
  return direct ?? members.map((part) => findListingName(part, depth + 1)).find((name) => name !== null) ?? null;
}

async function readListingName(input: Input): Promise<string | null> {
  try {
    const value: unknown = JSON.parse(await readInputText(input, "utf-8"));
    const [first] = [value].flat();
    return findListingName(value) ?? directName(first) ?? (isFields(first) ? directName(first.location) : null);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OperatorError) return null; // the name is only for display
    throw error;
  }
}

/** The id of the listing from the names of the reviews. If they have none, the name of the folder. */
function locationOf({ head }: Input, folder: string): string {
  const name = /"name"\s*:\s*"([^"]*\/reviews\/[^"]*)"/.exec(new TextDecoder().decode(head))?.[1];
  const id = /location-([^/]+)$/.exec(folder)?.[1];
  return parseReviewName(name)?.location ?? `locations/${id}`;
}

async function groupByListing(inputs: readonly Input[]): Promise<TakeoutListing[]> {
  const listings = new Map<string, TakeoutListing>();
  const folderNames = new Map<string, string | null>();
  for (const input of inputs.filter(({ name }) => LISTING.test(name))) {
    const folder = input.name.slice(0, input.name.lastIndexOf("/"));
    folderNames.set(folder, folderNames.get(folder) ?? (await readListingName(input)));
  }
  for (const input of inputs.filter(({ name }) => REVIEWS.test(name))) {
    const folder = REVIEWS.exec(input.name)?.groups?.folder ?? "";
    const location = locationOf(input, folder);
    const listing = listings.get(location) ?? { location, name: null, reviews: null, files: [] };
    listing.name ??= folderNames.get(input.name.slice(0, input.name.lastIndexOf("/"))) ?? null;
    listing.files.push(input);
    listings.set(location, listing);
  }
  return [...listings.values()];
}

const isWanted = (name: string) => REVIEWS.test(name) || LISTING.test(name);

/** The listings of a Takeout. If the archive is something else, there are none, and `names` are its entries. */
export async function listTakeoutZip(archive: Archive): Promise<{ names: string[]; listings: TakeoutListing[] }> {
  const { names, inputs } = await readArchive(archive, isWanted);
  const listings = await groupByListing(inputs);
  if (listings.length === 0 && names.some((name) => WRITTEN_BY_OWNER.test(name))) throw reviewsByOwner(archive.name);
  return { names, listings };
}

/** Links may form a circle, which the runtime follows until the path is too long. */
function listFolder(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
  } catch (error) {
    throw new OperatorError(
      `${path} cannot be read (${messageOf(error)}): give the Takeout zip, or a folder without links`,
    );
  }
}

export async function listTakeoutFolder(path: string): Promise<TakeoutListing[]> {
  const names = listFolder(path);
  const inputs = names
    .filter((name) => isWanted(`${path}/${name}`.replaceAll("\\", "/")))
    .filter((name) => REVIEWS.test(`${path}/${name}`.replaceAll("\\", "/")) || statSync(join(path, name)).size > 0)
    .map((name) => fileInput(join(path, name)));
  const listings = await groupByListing(inputs);
  if (listings.length > 0) return listings;
  if (names.some((name) => WRITTEN_BY_OWNER.test(name))) throw reviewsByOwner(path);
  throw new OperatorError(`${path} has no location-*/reviews*.json: give the unpacked Takeout folder`);
}

/** Counts the reviews of each listing, so that the operator can choose. A review under two accounts counts once. */
export async function countInListings(listings: readonly TakeoutListing[]): Promise<TakeoutListing[]> {
  const counted: TakeoutListing[] = [];
  for (const listing of listings) {
    const names = new Set<string>();
    let unnamed = 0;
    for (const file of listing.files) {
      for await (const { value } of readJsonElements(decode(file, "utf-8"), file.name)) {
        const name = isFields(value) ? parseReviewName(value.name) : null;
        if (name) names.add(name.key);
        else unnamed += 1;
      }
    }
    counted.push({ ...listing, reviews: names.size + unnamed });
  }
  return counted;
}
