import { parseMap } from "../import/record/find-columns.ts";
import { type Answers, parseConsent } from "../import/record/open-questions.ts";
import { usageError } from "../operator-error.ts";
import { type Arguments, choice } from "./command.ts";

/** Options for what a file itself does not say. */
export const READING_OPTIONS = {
  scale: { type: "string" },
  dates: { type: "string" },
  map: { type: "string", multiple: true },
  sheet: { type: "string" },
  hidden: { type: "string" },
  encoding: { type: "string" },
  consent: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
} as const;

const SCALES = { "5": 5, "10": 10, "100": 100 } as const;
const DATE_ORDERS = { mdy: "month_first", dmy: "day_first" } as const;

/** What of them was given, as a source keeps it: without those that were not. */
export function parseAnswers(args: Arguments): Answers {
  const { map, consent, ignore, ...others } = parseReading(args);
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  return {
    ...given,
    ...(Object.keys(map).length > 0 ? { map } : {}),
    ...(consent.length > 0 ? { consent } : {}),
    ...(ignore.length > 0 ? { ignore } : {}),
  };
}

export function parseReading(args: Arguments) {
  const scale = choice(args, "scale", ["5", "10", "100"]);
  const dates = choice(args, "dates", ["dmy", "mdy"]);
  return {
    map: parseMap(args.list("map"), usageError),
    sheet: args.text("sheet"),
    encoding: args.text("encoding"),
    consent: parseConsent(args.list("consent"), usageError),
    ignore: args.list("ignore"),
    scale: scale === null ? null : SCALES[scale],
    dates: dates === null ? null : DATE_ORDERS[dates],
    hidden: choice(args, "hidden", ["read", "skip"]),
  };
}
