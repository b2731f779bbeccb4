import type { z } from "zod";
import { COLOR, contrast, LIGHT_PAGE, READABLE, readableTone } from "../model/basics/color.ts";
import { LOCAL_BUSINESS_TYPES } from "../model/local-business-types.ts";
import { EXAMPLE_NAME } from "../model/profile-file.ts";
import { suggest } from "../spelling.ts";
import type { ProfileFault, ProfileText } from "./profile-text.ts";
import { EXPECTED, OTHER_WORDS } from "./profile-words.ts";

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const LISTS = ["technicians", "services", "service_areas"];

/** The key of EXPECTED for a path: *.name for technicians.0.name, and faq.*.answer for faq.0.answer. */
function expectedAt(path: Path): string {
  const pattern = path.map((part) => (typeof part === "number" ? "*" : String(part)));
  const shared = LISTS.includes(pattern[0] ?? "") ? ["*", ...pattern.slice(2)].join(".") : "";
  return EXPECTED[pattern.join(".")] ?? EXPECTED[shared] ?? "something else";
}

function valueAt(value: unknown, path: Path): unknown {
  // works for any member of any object; undefined for anything else
  return path.reduce<unknown>((inside, part) => (Object(inside) as Record<PropertyKey, unknown>)[part], value);
}

/** technicians.1 is the second in the list, because people count from one. */
const labelOf = (path: Path): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part + 1}]` : String(part)))
    .join(".")
    .replaceAll(".[", "[") || "the file";

/** The members that a block may have, from the table that describes them. */
function membersAt(path: Path): string[] {
  const prefix = path.map((part) => (typeof part === "number" ? "*" : `${String(part)}`)).join(".");
  const prefixes = prefix === "" ? [""] : [`${prefix}.`, ...(LISTS.includes(String(path[0])) ? ["*."] : [])];
  return Object.keys(EXPECTED).flatMap((key) =>
    prefixes.flatMap((start) => {
      const name = key.startsWith(start) ? key.slice(start.length) : "";
      return /^[^.*]+$/.test(name) ? [name] : [];
    }),
  );
}

/** Where a member belongs if it is in the wrong block, such as city, which belongs in address. */
const homeOf = (member: string): string =>
  Object.keys(EXPECTED).find((key) => key.endsWith(`.${member}`) && !key.includes("*")) ?? "";

function unknownMember(path: Path, key: string): string {
  const members = membersAt(path);
  const plain = key.toLowerCase().replace(/[\s-]+/g, "_");
  const meant = OTHER_WORDS[plain] ?? plain;
  const near = members.includes(meant) ? meant : suggest(plain, members);
  const elsewhere = near === "" && path.length === 0 ? homeOf(meant) : "";
  const advice =
    near || elsewhere
      ? `did you mean ${near || elsewhere.replace(".", ": ")}?`
      : "candor init writes an example of every member";
  return `there is no ${path.length === 0 ? "" : `${labelOf(path)}.`}${key}; ${advice}`;
}

/** "0b6a62" and "#abc" as #rrggbb. "" for anything else. */
function fullColor(value: string): string {
  const digits = value.trim().replace(/^#/, "");
  if (/^[0-9a-f]{6}$/i.test(digits)) return `"#${digits}"`;
  return /^[0-9a-f]{3}$/i.test(digits) ? `"#${digits.replace(/./g, "$&$&")}"` : "";
}

/** The most similar value of a long list. */
function nearValue(path: Path, value: unknown): string {
  if (typeof value !== "string" || path.length !== 1) return "";
  const key = path[0];
  if (key === "accent_color") return fullColor(value);
  const known = key === "type" ? LOCAL_BUSINESS_TYPES : key === "time_zone" ? Intl.supportedValuesOf("timeZone") : [];
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z/]/g, "");
  const same = known.find(
    (candidate) => plain(candidate) === plain(value) || plain(candidate).endsWith(`/${plain(value)}`),
  );
  return same ?? suggest(value, known);
}

/** The message for a color that is hard to read on the page, with the nearest readable color. */
const paleColor = (color: string): string =>
  `accent_color ${color} is too light to read on the page: ` +
  `its contrast is ${(Math.floor(contrast(color, LIGHT_PAGE) * 10) / 10).toFixed(1)}:1, and ${READABLE}:1 is ` +
  `needed; the nearest color that works is "${readableTone(color, LIGHT_PAGE, READABLE)}"`;

function wrongValue(path: Path, value: unknown): string {
  const label = labelOf(path);
  if (path.length === 0) return "this is not a business profile: it has lines such as name: and time_zone:";
  if (value === undefined) return `${label} is missing: it is ${expectedAt(path)}`;
  if (path[0] === "name" && value === EXAMPLE_NAME) return "name is still the example: write the name of your business";
  if (path[0] === "accent_color" && typeof value === "string" && COLOR.test(value)) return paleColor(value);
  const near = nearValue(path, value);
  if (near !== "") return `${label} must be ${expectedAt(path)}; did you mean ${near}?`;
  const item = path.length === 2 && LISTS.includes(String(path[0]));
  return item ? `${String(path[0])}: each is ${expectedAt(path)}` : `${label} must be ${expectedAt(path)}`;
}

function repeated(path: Path, text: ProfileText, message: string): string {
  const value = valueAt(text.value, path);
  const name = typeof value === "string" ? value : valueAt(value, ["name"]);
  const list = String(path[0]);
  return message === "repeated_id"
    ? `${list}: the id ${String(value)} is used twice; give each its own id`
    : `${list}: ${String(name)} is listed twice; remove one, or give both an id`;
}

function describe(issue: Issue, text: ProfileText): ProfileFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      ...text.placeOfKey(issue.path, key),
      words: unknownMember(issue.path, key),
    }));
  }
  if (issue.code === "custom" && issue.message === "two_taxonomies")
    return [{ ...text.placeOf(issue.path), words: "aspects and taxonomy are different: keep taxonomy alone" }];
  const repeats = issue.code === "custom" && issue.message.startsWith("repeated_");
  const words = repeats
    ? repeated(issue.path, text, issue.message)
    : wrongValue(issue.path, valueAt(text.value, issue.path));
  return [{ ...text.placeOf(issue.path), words }];
}

/** Every fault of a profile in words for the owner, in the order of the file. */
export function describeFaults(issues: readonly Issue[], text: ProfileText): ProfileFault[] {
  return issues
    .flatMap((issue) => describe(issue, text))
    .filter(({ words }, index, all) => all.findIndex((other) => other.words === words) === index)
    .sort((a, b) => a.line - b.line || a.column - b.column);
}
