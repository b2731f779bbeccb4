import { countSaying } from "../../snapshot/meaning/narrower.ts";
import { nearIds, type PhraseReading, readService } from "../../snapshot/meaning/read-phrase.ts";
import { NONE } from "../../snapshot/search/filters.ts";
import { findPlainWords } from "../../snapshot/search/plain-words.ts";
import { finish } from "../../snapshot/turns.ts";
import { text } from "../answers/arguments.ts";
import { type Dates, datesAsked, ofDates, zeroNote } from "../answers/date-range.ts";
import {
  analysisMembers,
  countedTechnicians,
  entityInShort,
  mentionedWith,
  shortList,
  starsAndInsights,
  withNewest,
  withoutQuotes,
} from "../answers/entity.ts";
import { namedElse, namesOf, understoodAs, unknownName } from "../answers/find-name.ts";
import { sinceArgument, untilArgument } from "../answers/result-page.ts";
import { formOf, includeReplies, type ReviewForm } from "../answers/short-review.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";
import { quotedValue } from "../protocol/json-rpc.ts";

function listServices(view: View, dates: Dates): ToolAnswer {
  const options = { dates, entities: view.insights?.entities.services };
  const services = (view.snapshot.profile?.services ?? []).map(({ id, name }) =>
    entityInShort(view, { id, name }, view.index.by_service.get(id) ?? NONE, options),
  );
  return shortList(analysisMembers(view, dates), "services", services);
}

const NOT_A_SERVICE =
  "a condition that reviews mention, not a service: it is counted and never quoted. For the reviews, use search_reviews with condition";

function answerCondition(
  view: View,
  given: string,
  reading: PhraseReading,
  dates: Dates,
  form: ReviewForm,
): ToolAnswer {
  const { index, insights } = view;
  const { id, label } = reading;
  const all = index.by_condition.get(id) ?? NONE;
  const list = ofDates(index, all, dates);
  const problem = insights?.entities.problems.find((candidate) => candidate.id === id);
  const { insights: counted = null, ...stars } = starsAndInsights(view, all, problem, dates);
  const matched = finish(countSaying(index, { ...dates, condition: id }, { id, asked: given }));
  const wider = `was read as the condition ${label}, which may cover more`;
  const saying = matched === null ? "" : `: ${matched} reviews say it, or other words for it`;
  const none =
    matched === 0 ? [`no review says ${quotedValue(given)} or another word for it: all figures are of ${label}`] : [];
  const others = list.length === 0 && matched ? [`${matched} reviews say it, none in words that are counted`] : null;
  const head = {
    ...analysisMembers(view, dates, [...(others ?? zeroNote(list.length, dates)), ...none, NOT_A_SERVICE]),
    ...understoodAs(given, reading, `${wider}${saying}`, matched),
    condition: { id, name: label },
    ...stars,
    ...(counted ? { insights: withoutQuotes(counted) } : {}),
    technicians: mentionedWith(index, list, countedTechnicians(view), index.by_technician),
  };
  return withNewest(view, head, list, form);
}

/** Reviews may say "my crown" where the profile lists "Crowns and bridges". */
function saidOtherwise({ index }: View, asked: string): string[] {
  const found = finish(findPlainWords(index, asked, 1));
  return found.length === 0 ? [] : [`other reviews have words of it: use search with query ${quotedValue(asked)}`];
}

function noService(view: View, given: string): ToolAnswer {
  const services = view.snapshot.profile?.services ?? [];
  const { index } = view;
  const [near = []] = (["service", "condition"] as const)
    .map((kind) => nearIds(index, kind, given).flatMap((id) => index[`${kind}_labels`].get(id) ?? []))
    .filter(({ length }) => length > 0);
  const fault = unknownName("service", given, near, namesOf(services));
  return { fault: `${fault}${namedElse(index, "service", given)}. For any other word use search_reviews with query` };
}

export const getService = defineTool({
  name: "get_service",
  title: "Service",
  description:
    "What customers say about one service or treatment: stars, sentiment by aspect, quotes, which technicians " +
    "are mentioned with it (who does it), newest reviews. Without service: all in short. " +
    "Use it for which therapist is good for X, or for a condition (vertigo). " +
    "For other words use search_reviews.",
  fields: {
    service: text(300, {
      description: "Id or name.",
      aliases: ["service_id", "service_name", "mentions_service", "name", "id", "treatment", "condition", "problem"],
    }),
    since: sinceArgument,
    until: untilArgument,
    include: includeReplies,
  },
  output: { service: "object", stars: "object", newest_reviews: "list", services: "list" },
  answer: (view, { service: given, include, ...values }): ToolAnswer => {
    const dates = datesAsked(values);
    if (given === undefined) return listServices(view, dates);
    const reading = readService(view.index, given);
    if (reading?.kind === "condition") return answerCondition(view, given, reading, dates, formOf(include));
    const { index, insights, snapshot } = view;
    const item = snapshot.profile?.services.find(({ id }) => id === reading?.id);
    if (!item || !reading) return noService(view, given);
    const { id, name, description } = item;
    const wider = `was read as the service ${name}, which may cover more. For the word alone, use search_reviews with query`;
    const all = index.by_service.get(id) ?? NONE;
    const list = ofDates(index, all, dates);
    const entity = insights?.entities.services.find((candidate) => candidate.id === id);
    const head = {
      ...analysisMembers(view, dates, [
        ...zeroNote(list.length, dates),
        ...(all.length === 0 ? saidOtherwise(view, given) : []),
      ]),
      ...understoodAs(given, reading, wider),
      service: { id, name, description },
      ...starsAndInsights(view, all, entity, dates),
      technicians: mentionedWith(index, list, countedTechnicians(view), index.by_technician),
    };
    return withNewest(view, head, list, formOf(include));
  },
});
