import { foldForSearch } from "../../model/basics/search-folding.ts";
import { NONE } from "../../snapshot/search/filters.ts";
import { text } from "../answers/arguments.ts";
import { type Dates, datesAsked, ofDates, zeroNote } from "../answers/date-range.ts";
import {
  analysisMembers,
  countedTechnicians,
  entityInShort,
  findNamed,
  mentionedWith,
  shortEntity,
  shortList,
  starsAndInsights,
  understoodMember,
  withNewest,
} from "../answers/entity.ts";
import { findExact, namesOf, unknownName } from "../answers/find-name.ts";
import { sinceArgument, untilArgument } from "../answers/result-page.ts";
import type { Entity } from "../answers/short-insights.ts";
import { formOf, includeReplies } from "../answers/short-review.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

function listServices(view: View, dates: Dates): ToolAnswer {
  const options = { dates, entities: view.insights?.entities.services };
  const services = (view.snapshot.profile?.services ?? []).map(({ id, name }) =>
    entityInShort(view, { id, name }, view.index.by_service.get(id) ?? NONE, options),
  );
  return shortList(analysisMembers(view, dates), "services", services);
}

/** The service whose description has the most of these words. None if several have equally many. */
function findDescribed<T extends { description: string | null }>(services: readonly T[], given: string): T | undefined {
  const wordsOf = (text: string) => foldForSearch(text).split(/[^\p{L}\p{N}]+/u);
  const wanted = new Set(wordsOf(given).filter((word) => word.length > 2));
  const shared = services.map(({ description }) => {
    const words = new Set(wordsOf(description ?? ""));
    return [...wanted].filter((word) => words.has(word)).length;
  });
  const most = Math.max(1, ...shared);
  const best = services.filter((_, i) => shared[i] === most);
  return best.length === 1 ? best[0] : undefined;
}

/** A condition, such as knee or dizziness, as the analysis names it. Conditions are counted but never quoted. */
function findProblem({ insights }: View, given: string): Entity | undefined {
  const wanted = foldForSearch(given.trim());
  return insights?.entities.problems.find(
    ({ id, name }) => foldForSearch(id) === wanted || foldForSearch(name) === wanted,
  );
}

/** Null if the word is the name of a service, which is then the better answer, or if it names no condition. */
function answerProblem(view: View, given: string): ToolAnswer | null {
  if (findExact(view.index.service_names, given) !== undefined) return null;
  const problem = findProblem(view, given);
  if (!problem) return null;
  const head = {
    analysis_available: true,
    note: "a condition that reviews mention, not a service: it is only counted. To read reviews, use search_reviews with query",
    service: { id: problem.id, name: problem.name },
    insights: shortEntity(view.index, problem),
  };
  return withNewest(view, head, NONE, "short");
}

export const getService = defineTool({
  name: "get_service",
  title: "Service",
  description:
    "What customers say about one service or treatment: stars, sentiment by aspect, quotes, which technicians " +
    "are mentioned with it (who does it), newest reviews. Without service: all in short. " +
    "Use it for which therapist is good for X. A condition (vertigo) finds its service; " +
    "for other words use search_reviews.",
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
    const problem = answerProblem(view, given);
    if (problem) return problem;
    const { index, insights, snapshot } = view;
    const services = snapshot.profile?.services ?? [];
    const found = findNamed(index.service_names, services, given);
    const item = "item" in found ? found.item : findDescribed(services, given);
    if (!item) {
      const ids = "near" in found ? found.near : [];
      const near = services.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
      const fault = unknownName("service", given, near, namesOf(services));
      return { fault: `${fault}. For any other word use search_reviews with query` };
    }
    const { id, name, description } = item;
    const wider = `was read as the service ${name}, which may cover more. For the word alone, use search_reviews with query`;
    const all = index.by_service.get(id) ?? NONE;
    const list = ofDates(index, all, dates);
    const entity = insights?.entities.services.find((candidate) => candidate.id === id);
    const head = {
      ...analysisMembers(view, dates, zeroNote(list.length, dates)),
      ...understoodMember(given, { id, name }, wider),
      service: { id, name, description },
      ...starsAndInsights(view, all, entity, dates),
      technicians: mentionedWith(index, list, countedTechnicians(view), index.by_technician),
    };
    return withNewest(view, head, list, formOf(include));
  },
});
