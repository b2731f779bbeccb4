import { cut, isLonger } from "../../model/basics/cut.ts";
import { isCalendarDate } from "../../model/basics/time.ts";
import { suggest } from "../../spelling.ts";
import { isObject, shown } from "../protocol/json-rpc.ts";

type Parsed<T> = { value: T } | { fault: string };

/** One argument of a tool, with its JSON Schema and its parser. */
type Field<T> = {
  schema: Record<string, unknown>;
  parse: (value: unknown) => Parsed<T>;
  /** Other names that agents tend to use. */
  aliases: readonly string[];
  required: boolean;
  /** An empty string means that the argument is not given, as over HTTP. */
  may_be_empty: boolean;
};
export type ArgumentFields = Record<string, Field<string> | Field<number> | Field<boolean> | Field<string[]>>;
export type Values<F extends ArgumentFields> = {
  [K in keyof F]: (F[K] extends Field<infer T> ? T : never) | undefined;
};

type Options = { description: string; aliases?: readonly string[]; required?: boolean; may_be_empty?: boolean };
const base = ({ aliases = [], required = false, may_be_empty = false }: Options) => ({
  aliases,
  required,
  may_be_empty,
});

export function number(bounds: { min: number; max: number; whole: boolean; fallback?: number }, options: Options) {
  const { min, max, whole, fallback } = bounds;
  const allowed = `must be ${whole ? "a whole number" : "a number"} from ${min} to ${max}`;
  const field: Field<number> = {
    ...base(options),
    schema: {
      type: whole ? "integer" : "number",
      minimum: min,
      maximum: max,
      ...(fallback === undefined ? {} : { default: fallback }),
      description: options.description,
    },
    parse: (given) => {
      const value = typeof given === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(given.trim()) ? Number(given) : given;
      const fits = typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value));
      return fits ? { value } : { fault: allowed };
    },
  };
  return field;
}

/** `max_in_schema` is set only where a real value can reach the maximum. Names and cursors are never that long. */
export function text(max: number, options: Options & { max_in_schema?: boolean }) {
  const field: Field<string> = {
    ...base(options),
    schema: { type: "string", ...(options.max_in_schema ? { maxLength: max } : {}), description: options.description },
    parse: (value) => {
      if (typeof value !== "string") return { fault: "must be a string" };
      if (value.includes("\0")) return { fault: "must not contain NUL" };
      return isLonger(value, max) ? { fault: `must have at most ${max} characters` } : { value };
    },
  };
  return field;
}

export function date(options: Options) {
  const field: Field<string> = {
    ...base(options),
    schema: { type: "string", format: "date", description: options.description },
    parse: (value) =>
      typeof value === "string" && isCalendarDate(value)
        ? { value }
        : { fault: "must be a real calendar date, YYYY-MM-DD" },
  };
  return field;
}

/** One word of a closed list. */
export function oneWordOf<T extends string>(values: readonly T[], options: Options) {
  const field: Field<T> = {
    ...base(options),
    schema: { type: "string", enum: values, description: options.description },
    parse: (given) => {
      const word = typeof given === "string" ? given.trim().toLowerCase() : null;
      const value = values.find((known) => known === word);
      return value === undefined ? { fault: `must be one of ${values.join(", ")}` } : { value };
    },
  };
  return field;
}

/** True or false. Agents also send them as strings. */
export function flag(options: Options) {
  const field: Field<boolean> = {
    ...base(options),
    schema: { type: "boolean", description: options.description },
    parse: (given) => {
      const word = typeof given === "string" ? given.trim().toLowerCase() : String(given);
      const known = typeof given === "boolean" || typeof given === "string";
      return known && (word === "true" || word === "false")
        ? { value: word === "true" }
        : { fault: "must be true or false" };
    },
  };
  return field;
}

/** A string that passes a test of its form. */
export function checked(isValid: (value: string) => boolean, fault: string, options: Options) {
  const field: Field<string> = {
    ...base(options),
    schema: { type: "string", description: options.description },
    parse: (value) => (typeof value === "string" && isValid(value) ? { value } : { fault }),
  };
  return field;
}

/** Several different words of a closed list. Also accepts one string with commas, as in a URL. */
export function someWordsOf<T extends string>(values: readonly T[], most: number, options: Options) {
  const field: Field<T[]> = {
    ...base(options),
    schema: {
      type: "array",
      items: { type: "string", enum: values },
      ...(most > 1 ? { minItems: 1, maxItems: most } : {}),
      description: options.description,
    },
    parse: (given) => {
      const list: unknown[] = typeof given === "string" ? given.split(",") : Array.isArray(given) ? given : [];
      const found = list.slice(0, most + 1).flatMap((word) => {
        const wanted = typeof word === "string" ? word.trim().toLowerCase() : null;
        return values.find((known) => known === wanted) ?? [];
      });
      const fits = list.length > 0 && list.length <= most && found.length === list.length;
      return fits && new Set(found).size === found.length
        ? { value: found }
        : { fault: `must be a list of 1 to ${most} different words of ${values.join(", ")}` };
    },
  };
  return field;
}

const requiredIn = (fields: ArgumentFields): string[] => Object.keys(fields).filter((name) => fields[name]?.required);

export function inputSchema(fields: ArgumentFields): Record<string, unknown> {
  const required = requiredIn(fields);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** An agent fixes a few faults at a time. A call with thousands of unknown keys must not get thousands of messages. */
const MAX_FAULTS = 5;
const MORE_FAULTS = `only the first ${MAX_FAULTS} faults are shown`;

const NAME_CHARACTERS = 60;

const received = (value: unknown): string => {
  const text = shown(value);
  return text === null ? "" : `; received ${text}`;
};

/** Many agents send null for "not given". */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const EMPTY = "must not be empty: leave it out";

/** Maps every accepted name to the name of its argument. A real name wins over an alias. */
function resolveNames(fields: ArgumentFields): Map<string, string> {
  const aliases = Object.entries(fields).flatMap(([name, field]) =>
    field.aliases.map((alias) => [alias, name] as const),
  );
  const names = Object.keys(fields).map((name) => [name, name] as const);
  return new Map([...aliases, ...names]);
}

/**
 * Reports the first faults together. `hints` maps names that agents wrongly expect here to what they should do instead.
 */
export function createArguments<F extends ArgumentFields>(
  fields: F,
  hints: Record<string, string> = {},
): (given: unknown) => { values: Values<F> } | { faults: string[] } {
  const names = resolveNames(fields);
  const known = Object.keys(fields).join(", ") || "none";
  const required = requiredIn(fields);
  const unknown = (key: string): string => {
    const hint = Object.hasOwn(hints, key) ? hints[key] : undefined;
    const name = cut(key, NAME_CHARACTERS);
    const near = hint ? "" : suggest(name, Object.keys(fields));
    const instead = hint ? `: ${hint}; it` : near ? `: did you mean ${near}? It` : "; it";
    return `${name} is not an argument of this tool${instead} takes: ${known}`;
  };
  return (given = {}) => {
    if (!isObject(given)) return { faults: ["arguments must be an object"] };
    const values: Record<string, string | number | boolean | string[]> = {};
    const faults: string[] = [];
    for (const key of Object.keys(given)) {
      if (faults.length === MAX_FAULTS) return { faults: [...faults, MORE_FAULTS] };
      const value = given[key];
      const name = names.get(key) ?? names.get(cut(key, NAME_CHARACTERS).toLowerCase().replaceAll("-", "_"));
      const field = name === undefined ? undefined : fields[name];
      if (name === undefined || !field) faults.push(unknown(key));
      else if (isGiven(value) && name in values) faults.push(`${name} is given twice; give it only once`);
      else if (isGiven(value)) {
        if (value === "" && field.may_be_empty) continue;
        const parsed = value === "" ? { fault: EMPTY } : field.parse(value);
        if ("fault" in parsed) faults.push(`${name} ${parsed.fault}${received(value)}`);
        else values[name] = parsed.value;
      }
    }
    for (const name of required) {
      if (!(name in values) && !faults.some((fault) => fault.startsWith(`${name} `))) {
        faults.push(`${name} is required`);
      }
    }
    return faults.length > 0 ? { faults } : { values: values as Values<F> }; // each value comes from the parser of its field
  };
}
