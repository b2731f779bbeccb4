// bun insights/bench/stars.ts: what is published of reviews with stars, for development and held out, by band of stars.
import { createEngine } from "../engine/engine.ts";
import { percentOf, readStarred, STAR_BANDS, sayAgainst, starredFigures } from "../train/starred-figures.ts";

const engine = createEngine();
for (const part of ["development", "held_out"] as const) {
  const reviews = await readStarred(part);
  const figures = starredFigures(engine, reviews);
  console.log(`${part}: ${reviews.length} reviews, ${sayAgainst(reviews)} of them with something against their stars`);
  console.table(
    STAR_BANDS.map((band) => {
      const { published, right, wanted, found } = figures[band];
      return {
        claims: band,
        "right %": percentOf(right, published),
        published,
        "found %": percentOf(found, wanted),
        "by people": wanted,
      };
    }),
  );
}
