import { z } from "zod";
import { isCalendarDate, parseTime } from "./time.ts";

/* Members that several documents have. */

/** The first member of every JSON answer with data, on a demonstration only. */
export const demonstration = z
  .literal(true)
  .optional()
  .meta({ description: "Present only on a demonstration, where the business and its reviews are made up." });

export const calendarDate = z
  .string()
  .refine(isCalendarDate, "must be a real calendar date, YYYY-MM-DD")
  .meta({ format: "date", example: "2026-03-14" });

export const utcTime = z
  .string()
  .refine((value) => parseTime(value) !== null, "must be an RFC 3339 time")
  .meta({ format: "date-time", example: "2026-03-14T17:20:00Z" });
