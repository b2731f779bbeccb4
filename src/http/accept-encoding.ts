import type { Encoding } from "../snapshot/snapshot.ts";

/** Our order of preference when the client gives equal weights. */
const PREFERENCE = ["zstd", "br", "gzip"] as const satisfies readonly Encoding[];

/** The weight of each value of an Accept header. */
export function parseQuality(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    // RFC 9110 §12.4.2: at most three decimals. A malformed weight counts as 0.
    const weight = q === undefined ? 1 : /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q.slice(2)) : 0;
    weights.set(name === "x-gzip" ? "gzip" : name, weight);
  }
  return weights;
}

/** The weight of a media type, which a range such as text/* may give. */
export const weightOf = (weights: ReadonlyMap<string, number>, type: string): number =>
  weights.get(type) ?? weights.get(`${type.split("/")[0]}/*`) ?? weights.get("*/*") ?? 0;

const IDENTITY: readonly Encoding[] = ["identity"];

/** Acceptable encodings, best first. identity is always last (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string): readonly Encoding[] {
  if (header === "" || header === "identity") return IDENTITY;
  const weights = parseQuality(header);
  const weigh = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const identity = weights.get("identity") ?? 0;
  const accepted = PREFERENCE.filter((encoding) => weigh(encoding) > 0 && weigh(encoding) >= identity);
  return [...accepted.sort((a, b) => weigh(b) - weigh(a)), "identity"];
}
