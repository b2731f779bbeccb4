import { isCalendarDate, parseTime } from "../../model/basics/time.ts";
import { BadField, type Candidate } from "../record/candidate.ts";
import type { LocalTime } from "./local-time.ts";
import type { Preparation } from "./preparation.ts";

const FIRST_DATE = "1995-01-01";

export function parseDates(
  candidate: Candidate,
  { today, local_time }: Preparation,
): { date: string; published_at: string } {
  if (candidate.date !== undefined && !isCalendarDate(candidate.date)) {
    throw new BadField(`date ${JSON.stringify(candidate.date)} is not a calendar date`);
  }
  const given = candidate.published_at === undefined ? null : parseTime(candidate.published_at);
  if (candidate.published_at !== undefined && given === null) {
    throw new BadField(`time ${JSON.stringify(candidate.published_at)} is not an RFC 3339 time`);
  }
  const date = candidate.date ?? (given === null ? undefined : local_time.dateOf(given));
  if (date === undefined) throw new BadField("no date");
  if (date > today) throw new BadField(`date ${date} is in the future`);
  if (date < FIRST_DATE) throw new BadField(`date ${date} is before 1995, when there were no online reviews`);
  return { date, published_at: given ?? local_time.midnight(date) };
}

/** The last edit of the review or its reply. Never before it was published, unless the file has our ids and says so. */
export function lastUpdate({ id, updated_at, reply }: Candidate, published_at: string): string {
  let last: string | null = null;
  for (const given of [updated_at, reply?.updated_at]) {
    const time = given ? parseTime(given) : null;
    if (time !== null && (last === null || Date.parse(time) > Date.parse(last))) last = time;
  }
  if (last === null) return published_at;
  return id === undefined && Date.parse(last) < Date.parse(published_at) ? published_at : last;
}

export function replyDate({ reply }: Candidate, local_time: LocalTime): string | null {
  if (!reply || reply.date !== null) return reply?.date ?? null;
  const time = reply.updated_at === undefined ? null : parseTime(reply.updated_at);
  return time === null ? null : local_time.dateOf(time);
}
