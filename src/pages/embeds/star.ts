/** The corners of a star in a square of 20 × 20, from its lower left one. */
const CORNERS = [
  [4.8, 17.5],
  [6, 11.7],
  [1.6, 7.7],
  [7.5, 7],
  [10, 1.6],
  [12.5, 7],
  [18.4, 7.7],
  [14, 11.7],
  [15.2, 17.5],
  [10, 14.6],
] as const;

/** The x positions of the five stars. */
export const STAR_PLACES = [0, 20, 40, 60, 80] as const;

/** A star as the path of an SVG. */
export const STAR = `M${CORNERS.map((corner) => corner.join(" ")).join("L")}z`;

/** Five stars as a polygon of CSS. The line from star to star goes there and back, so it is not seen. */
export const FIVE_STARS = STAR_PLACES.flatMap((place) =>
  [...CORNERS, CORNERS[0]].map(([x, y]) => `${Math.round((place + x) * 10) / 10}% ${Math.round(y * 50) / 10}%`),
).join(",");
