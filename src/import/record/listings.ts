import { OperatorError } from "../../operator-error.ts";
import { type Candidate, type CandidateRows, isRejection } from "./candidate.ts";
import { foldHeader, normalizeHeader } from "./header-names.ts";
import { choose, OpenQuestions } from "./open-questions.ts";

/** The page of one business at a source. `location` is its id there, or its name; `reviews` is null if not counted. */
export type Listing = { location: string; name: string | null; reviews: number | null };

const MOST_SHOWN = 20;
/** A column with more distinct values than this does not name listings. */
const LISTING_LIMIT = 10_000;

/** People know "locations/200" as 200. */
const idOf = (location: string): string => location.replace(/^locations\//, "");

const short = (name: string): string => (name.length > 80 ? `${name.slice(0, 79)}…` : name);

function describeListings(listings: readonly Listing[]): string {
  const shown = listings.slice(0, MOST_SHOWN).map(({ location, name, reviews }) => {
    const count = reviews === null ? null : `${reviews} ${reviews === 1 ? "review" : "reviews"}`;
    const about = [name === location || name === null ? null : short(name), count].filter((part) => part !== null);
    return about.length === 0 ? short(idOf(location)) : `${short(idOf(location))} (${about.join(", ")})`;
  });
  const more = listings.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const named = (listing: Listing): string => listing.name ?? idOf(listing.location);

/** What --location takes for a listing: its name, unless another one has the same. */
const optionOf = ({ location, name }: Listing, listings: readonly Listing[]): string =>
  name !== null && findListings(listings, name).length === 1 ? name : idOf(location);

const severalListings = (file: string, listings: readonly Listing[]) =>
  new OpenQuestions([
    {
      id: "listing",
      kind: "listing",
      file,
      column: null,
      values: listings.map((listing) => ({ value: named(listing), rows: listing.reviews ?? 0 })),
      text: `${file} contains several listings: choose one with --location: ${describeListings(listings)}`,
      choices: listings.map((listing) => choose(named(listing), { location: optionOf(listing, listings) })),
    },
  ]);

/** All listings, or those that --location names by their id or their name, in any case and also without its accents. */
export function findListings<T extends Listing>(listings: readonly T[], asked: string | null): readonly T[] {
  const wanted = asked?.toLowerCase();
  const byId = listings.filter(({ location }) =>
    [location.toLowerCase(), idOf(location).toLowerCase()].some((id) => id === wanted),
  );
  if (asked === null || byId.length > 0) return asked === null ? listings : byId;
  const byName = (fold: (name: string) => string) =>
    listings.filter(({ name }) => name !== null && fold(name.normalize("NFC")) === fold(asked.normalize("NFC")));
  const found = byName(normalizeHeader);
  return found.length > 0 ? found : byName(foldHeader);
}

/** The only listing, or the one that --location names. */
export function chooseListing<T extends Listing>(file: string, listings: readonly T[], asked: string | null): T {
  const found = findListings(listings, asked);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only) throw severalListings(file, found);
  throw new OperatorError(`${file} has no listing ${asked}; it has ${describeListings(listings)}`);
}

function createCounts(file: string) {
  const listings = new Map<string, Listing & { reviews: number }>();
  return {
    size: () => listings.size,
    listings: () => [...listings.values()],
    count({ location, location_name }: Pick<Candidate, "location" | "location_name">): void {
      if (!location) return;
      const known = listings.get(location);
      if (known) known.reviews += 1;
      else listings.set(location, { location, name: location_name ?? null, reviews: 1 });
      if (listings.size > LISTING_LIMIT)
        throw new OperatorError(`${file} names more than ${LISTING_LIMIT} listings: map location to another column`);
    },
  };
}

/** Passes the rows on while they belong to one listing. If there are several, reads the rest to list them, then throws. */
async function* requireOneListing(file: string, rows: CandidateRows): CandidateRows {
  const counts = createCounts(file);
  for await (const batch of rows) {
    for (const row of batch) counts.count(row);
    if (counts.size() < 2) yield batch;
  }
  if (counts.size() > 1) throw severalListings(file, counts.listings());
}

async function* keepListing(location: string, rows: CandidateRows): CandidateRows {
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      if (row.location === location || (!row.location && isRejection(row))) return row;
      return row.location ? [] : { place: row.place, reason: "does not say which listing it belongs to" };
    });
  }
}

/**
 * Keeps the rows of one listing, if rows name theirs. With --location the file is read twice: its listings must be known
 * before the first row is kept or dropped.
 */
export async function pickListing<T extends { file: string; location: string | null; rows: CandidateRows }>(
  opened: T,
  asked: string | null,
  openAgain: () => Promise<{ rows: CandidateRows }>,
): Promise<T> {
  if (asked === null) return { ...opened, rows: requireOneListing(opened.file, opened.rows) };
  const counts = createCounts(opened.file);
  for await (const batch of (await openAgain()).rows) for (const row of batch) counts.count(row);
  const listings = counts.listings();
  if (listings.length === 0) return { ...opened, location: asked };
  const { location } = chooseListing(opened.file, listings, asked);
  return { ...opened, location, rows: listings.length === 1 ? opened.rows : keepListing(location, opened.rows) };
}
