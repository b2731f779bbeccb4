import { dayNumber } from "../../../model/basics/time.ts";
import { textOf } from "../values.ts";
import { type DateOrder, readWhen } from "./when.ts";

/** The cells of a row that may be dates. `others` gives all other cells, by column: one may name the same day certainly. */
export type RowDates = { date: unknown; later: unknown[]; others: () => Record<string, unknown> };

type FoundDate = { row: number; text: string };
/** Why the dates are read with this first. */
type Hint = { order: DateOrder; by: FoundDate; why: string };
type Readings = Record<DateOrder, number>;

const ORDERS = ["month_first", "day_first"] as const;
const other = (order: DateOrder): DateOrder => (order === "day_first" ? "month_first" : "day_first");

/** With fewer different dates, rows may be in order by chance. */
const LEAST_IN_ORDER = 5;

/** The day that a value names whatever the order is; null if it depends on the order or is no date. */
function certainDay(value: unknown): number | null {
  const text = textOf(value);
  if (text === null || text.length > 40) return null;
  const [one, two] = ORDERS.map((order) => readWhen(text, { order }));
  if (!one || !two || !Bun.deepEquals(one, two)) return null;
  const date = "date" in one ? one.date : one.published_at.slice(0, 10);
  // A small number, such as a rating or an id, is no date.
  return /^\d{1,8}$/.test(text) && !/^(?:19|20)\d{6}$/.test(text) ? null : dayNumber(date);
}

function readBoth(text: string): Readings | null {
  const [month_first, day_first] = ORDERS.map((order) => {
    const when = readWhen(text, { order });
    return when === null ? null : dayNumber("date" in when ? when.date : when.published_at.slice(0, 10));
  });
  return month_first == null || day_first == null ? null : { month_first, day_first };
}

/** Whether the rows are in order, up or down, under one reading. */
function createOrder() {
  let [last, up, down, steps] = [Number.NaN, true, true, 0];
  return {
    note(day: number): void {
      if (day > last) down = false;
      if (day < last) up = false;
      if (!Number.isNaN(last) && day !== last) steps += 1;
      last = day;
    },
    inOrder: (): boolean => up || down,
    steps: (): number => steps,
  };
}

/** What another column says about the dates: in how many rows it agrees with one reading, with the other, with none. */
type Witness = { month_first: number; day_first: number; neither: number; by: FoundDate | null };

/**
 * Collects what a whole file says about the order of its dates, if no single date settles it: a reading that would be in
 * the future or after its own reply is wrong, another column may have the same day in an unambiguous form, and the rows
 * may be in order under one reading only.
 */
export function createDateHints(today: string | null) {
  const last_day = today === null ? Number.POSITIVE_INFINITY : dayNumber(today);
  const impossible: Partial<Record<DateOrder, FoundDate & { why: string }>> = {};
  const witnesses = new Map<string, Witness>();
  const sorted = { month_first: createOrder(), day_first: createOrder() };
  let first: FoundDate | null = null;

  function noteImpossible(readings: Readings, later: readonly unknown[], found: FoundDate): void {
    const limits = later.map(certainDay).filter((day) => day !== null);
    for (const order of ORDERS) {
      if (impossible[order]) continue;
      if (readings[order] > last_day) impossible[order] = { ...found, why: "the other reading is in the future" };
      // A reply or an edit may be dated in another time zone.
      else if (limits.some((limit) => readings[order] > limit + 1))
        impossible[order] = { ...found, why: "the other reading is after its own reply or edit" };
    }
  }

  function noteWitnesses(readings: Readings, others: RowDates["others"], found: FoundDate): void {
    for (const [column, value] of Object.entries(others())) {
      const day = certainDay(value);
      if (day === null) continue;
      const witness = witnesses.get(column) ?? { month_first: 0, day_first: 0, neither: 0, by: null };
      const near = ORDERS.filter((order) => Math.abs(readings[order] - day) <= 1);
      const [only] = near;
      if (near.length === 1 && only) {
        witness[only] += 1;
        witness.by ??= found;
      } else if (near.length === 0) witness.neither += 1;
      witnesses.set(column, witness);
    }
  }

  function* verdicts(): Generator<Hint> {
    for (const order of ORDERS) {
      const wrong = impossible[other(order)];
      if (wrong) yield { order, by: { row: wrong.row, text: wrong.text }, why: wrong.why };
    }
    for (const [column, { neither, by, ...agrees }] of witnesses) {
      // One that agrees with both readings in turn shows that the file mixes them.
      const said = ORDERS.filter((order) => neither === 0 && agrees[order] > 0);
      for (const order of said) if (by) yield { order, by, why: `the column ${column} says so` };
    }
    for (const order of ORDERS) {
      if (!first || !sorted[order].inOrder() || sorted[other(order)].inOrder()) continue;
      if (sorted[order].steps() >= LEAST_IN_ORDER - 1)
        yield { order, by: first, why: "the rows are in order that way" };
    }
  }

  return {
    note({ date, later, others }: RowDates, row: number): void {
      const text = textOf(date);
      const readings = text === null ? null : readBoth(text);
      if (text === null || readings === null) return;
      for (const order of ORDERS) sorted[order].note(readings[order]);
      if (readings.month_first === readings.day_first) return;
      const found = { row, text };
      first ??= found;
      noteImpossible(readings, later, found);
      noteWitnesses(readings, others, found);
    },
    /** The order that all hints agree on; null if there is none or they contradict each other. */
    verdict(): Hint | null {
      const found = [...verdicts()];
      const [hint] = found;
      return hint && found.every(({ order }) => order === hint.order) ? hint : null;
    },
  };
}
