import type { Position, Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import { foldForSearch } from "../../snapshot/search-folding.ts";
import { intersect } from "../../snapshot/text-index.ts";
import { costOf, fitting, MIN_REVIEW_ROOM, ROOM_BYTES } from "../answers/answer.ts";
import { text } from "../answers/arguments.ts";
import { findExact, findLoosely, namesOf, understoodAs, unknownName } from "../answers/names.ts";
import { ANALYSIS_AVAILABLE, is, NOTE, orNull, UNDERSTOOD } from "../answers/output.ts";
import { fitReviews } from "../answers/review-texts.ts";
import { type Entity, NO_ANALYSIS, shortQuotes } from "../answers/short-insights.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";
import type { View } from "../answers/view.ts";

const NEWEST_REVIEWS = 5;

function starsOf(index: ReviewIndex, list: Postings) {
  const distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let stars = 0;
  for (const position of list) {
    const rating = index.rating[position] ?? 0;
    stars += rating;
    const key = String(rating);
    if (key in distribution) distribution[key as keyof typeof distribution]++; // just checked
  }
  return {
    mention_count: list.length,
    average_rating: list.length === 0 ? null : Math.round((stars / list.length) * 100) / 100,
    distribution,
  };
}

/** Which of the others the same reviews mention, most first. */
function mentionedWith(
  index: ReviewIndex,
  list: Postings,
  others: readonly { id: string; name: string }[],
  by: ReadonlyMap<string, Postings>,
) {
  return others
    .map(({ id, name }) => {
      const both = by.get(id);
      const { mention_count, average_rating } = starsOf(index, both ? intersect(list, both) : new Uint32Array(0));
      return { id, name, mention_count, average_rating };
    })
    .filter(({ mention_count }) => mention_count > 0)
    .sort((a, b) => b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1))
    .slice(0, 20);
}

const shortEntity = (index: ReviewIndex, entity: Entity) => ({
  ...entity,
  top_phrases: entity.top_phrases.slice(0, 15),
  example_review_ids: entity.example_review_ids.slice(0, 10),
  quotes: shortQuotes(index, entity.quotes, 8),
});

/** An entity's answer: facts, then the newest reviews that mention it as far as they fit. */
function withNewest(index: ReviewIndex, head: object, list: Postings): ToolAnswer {
  const json = JSON.stringify(head);
  const newest: Position[] = Array.from(list.subarray(0, NEWEST_REVIEWS));
  const room = ROOM_BYTES - costOf(json);
  const reviews = newest.length === 0 || room < MIN_REVIEW_ROOM ? [] : fitReviews(index, newest, room);
  return { structured: { before: `${json.slice(0, -1)},"newest_reviews":[`, reviews, after: "]}" } };
}

/** All in short, or as many as fit. */
const shortList = (head: object, member: string, items: object[]): ToolAnswer => ({
  structured: fitting([
    { ...head, [member]: items },
    { ...head, note: `the first 150 of ${items.length}`, [member]: items.slice(0, 150) },
  ]),
});

const asUnderstood = (given: string, item: { id: string; name: string }, said: string) => {
  const understood = understoodAs(given, item, said);
  return understood ? { understood } : {};
};

/** Whose name it is, else the only one that its words fit; else those it may have meant. */
function findNamed<T extends { id: string }>(
  names: ReadonlyMap<string, string>,
  items: readonly T[],
  given: string,
): { item: T } | { near: string[] } {
  const exact = findExact(names, given);
  const found = exact === undefined ? findLoosely(names, given) : { id: exact };
  if (!("id" in found)) return found;
  const item = items.find(({ id }) => id === found.id);
  return item ? { item } : { near: [] };
}

const STARS = is.object("Of all reviews that mention it.");
const INSIGHTS = orNull(is.object("Of the analysed texts; score as in get_aspect_sentiment."));
const NEWEST = is.array("The 5 newest that mention it; see get_review.");

const note = (view: View) => (view.insights ? {} : { note: NO_ANALYSIS });
const NONE: Postings = new Uint32Array(0);

/** Who treats here and may be counted: a technician can be opted out of insights in the profile. */
const countedTechnicians = ({ snapshot }: View) =>
  (snapshot.profile?.technicians ?? []).filter(({ insights }) => insights);

export const getTechnician = defineTool({
  name: "get_technician",
  title: "Technician",
  description:
    "What customers say about one technician (therapist, provider): stars, sentiment by aspect, quotes, services they are mentioned with, newest reviews. Without technician: all in short, to compare or to learn names. For who is praised for a treatment or condition use get_service.",
  fields: {
    technician: text(300, {
      description: "Name, first name or id.",
      aliases: [
        "technician_name",
        "technician_id",
        "mentions_technician",
        "name",
        "id",
        "therapist",
        "provider",
        "person",
      ],
    }),
  },
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    understood: UNDERSTOOD,
    technicians: is.array("All in short."),
    technician: is.object("id, name, title."),
    stars: STARS,
    insights: INSIGHTS,
    services: is.array("Services in the same reviews, most first."),
    newest_reviews: NEWEST,
  },
  answer: (view, { technician: given }): ToolAnswer => {
    const { index, insights, snapshot } = view;
    const analysis_available = insights !== null;
    const listed = countedTechnicians(view);
    if (given === undefined) {
      const technicians = listed.map(({ id, name, title }) => {
        const { mention_count, average_rating } = starsOf(index, index.by_technician.get(id) ?? NONE);
        const score = insights?.entities.technicians.find((entity) => entity.id === id)?.score ?? null;
        return { id, name, title, mention_count, average_rating, score };
      });
      return shortList({ analysis_available, ...note(view) }, "technicians", technicians);
    }
    const found = findNamed(index.technician_names, snapshot.profile?.technicians ?? [], given);
    if (!("item" in found)) {
      const near = listed.filter(({ id }) => found.near.includes(id)).map(({ name }) => name);
      const fault = `technician ${JSON.stringify(given)} does not work here`;
      return { fault: unknownName(fault, near, "technicians", namesOf(listed)) };
    }
    const { id, name, title, insights: counted } = found.item;
    const list = index.by_technician.get(id) ?? NONE;
    const technician = { id, name, title };
    const understood = asUnderstood(given, technician, `is read as ${name}`);
    if (!counted) {
      const wish = { analysis_available: false, note: "not analysed, as this person wishes" };
      return withNewest(index, { ...wish, ...understood, technician }, list);
    }
    const entity = insights?.entities.technicians.find((candidate) => candidate.id === id);
    const head = {
      analysis_available,
      ...note(view),
      ...understood,
      technician,
      stars: starsOf(index, list),
      insights: entity ? shortEntity(index, entity) : null,
      services: mentionedWith(index, list, snapshot.profile?.services ?? [], index.by_service),
    };
    return withNewest(index, head, list);
  },
});

/** A treated problem (knee, vertigo) as the analysis names it. Problems are counted and never quoted. */
function findProblem({ insights }: View, given: string): Entity | undefined {
  const wanted = foldForSearch(given.trim());
  return insights?.entities.problems.find(
    ({ id, name }) => foldForSearch(id) === wanted || foldForSearch(name) === wanted,
  );
}

/** A service first where the word is its name, then a problem, then the service that the words fit best. */
function problemAnswer(view: View, given: string): ToolAnswer | null {
  if (findExact(view.index.service_names, given) !== undefined) return null;
  const problem = findProblem(view, given);
  if (!problem) return null;
  const note =
    "a problem that reviews name, not a service: it is counted only. search_reviews with query finds reviews";
  const service = { id: problem.id, name: problem.name };
  return withNewest(
    view.index,
    { analysis_available: true, note, service, insights: shortEntity(view.index, problem) },
    NONE,
  );
}

export const getService = defineTool({
  name: "get_service",
  title: "Service",
  description:
    "What customers say about one service or treatment: stars, sentiment by aspect, quotes, which technicians are mentioned with it (who does it), newest reviews. Without service: all in short. Use it for which therapist is good for X. A condition (vertigo) finds its service; for any other word use search_reviews and read mentions.",
  fields: {
    service: text(300, {
      description: "Id or name.",
      aliases: ["service_id", "service_name", "mentions_service", "name", "id", "treatment", "condition", "problem"],
    }),
  },
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    understood: UNDERSTOOD,
    services: is.array("All in short."),
    service: is.object("id, name, description."),
    stars: STARS,
    insights: INSIGHTS,
    technicians: is.array("Technicians in the same reviews, most first."),
    newest_reviews: NEWEST,
  },
  answer: (view, { service: given }): ToolAnswer => {
    const { index, insights, snapshot } = view;
    const analysis_available = insights !== null;
    const services = snapshot.profile?.services ?? [];
    if (given === undefined) {
      const short = services.map(({ id, name }) => {
        const { mention_count, average_rating } = starsOf(index, index.by_service.get(id) ?? NONE);
        const score = insights?.entities.services.find((entity) => entity.id === id)?.score ?? null;
        return { id, name, mention_count, average_rating, score };
      });
      return shortList({ analysis_available, ...note(view) }, "services", short);
    }
    const problem = problemAnswer(view, given);
    if (problem) return problem;
    const found = findNamed(index.service_names, services, given);
    if (!("item" in found)) {
      const near = services.filter((service) => found.near.includes(service.id)).map(({ name }) => name);
      const fault = unknownName(
        `service ${JSON.stringify(given)} is not offered here`,
        near,
        "services",
        namesOf(services),
      );
      return { fault: `${fault}. For any other word use search_reviews with query` };
    }
    const { id, name, description } = found.item;
    const wider = `is read as the service ${name}, which may cover more. For the word alone use search_reviews with query`;
    const list = index.by_service.get(id) ?? NONE;
    const entity = insights?.entities.services.find((candidate) => candidate.id === id);
    const head = {
      analysis_available,
      ...note(view),
      ...asUnderstood(given, { id, name }, wider),
      service: { id, name, description },
      stars: starsOf(index, list),
      insights: entity ? shortEntity(index, entity) : null,
      technicians: mentionedWith(index, list, countedTechnicians(view), index.by_technician),
    };
    return withNewest(index, head, list);
  },
});
