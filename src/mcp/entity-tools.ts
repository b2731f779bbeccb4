import { fold } from "../snapshot/fold.ts";
import type { Position, Postings, ReviewIndex } from "../snapshot/review-index.ts";
import { intersect } from "../snapshot/text-index.ts";
import { costOf, fitting, MIN_REVIEW_ROOM, ROOM_BYTES } from "./answer.ts";
import { text } from "./arguments.ts";
import { type Entity, NO_ANALYSIS, shortQuotes } from "./insights.ts";
import { fitReviews } from "./review-texts.ts";
import { defineTool, type ToolAnswer } from "./tool.ts";
import type { View } from "./view.ts";

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
  by: Map<string, Postings>,
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

const shortEntity = (entity: Entity) => ({
  ...entity,
  top_phrases: entity.top_phrases.slice(0, 15),
  example_review_ids: entity.example_review_ids.slice(0, 10),
  quotes: shortQuotes(entity.quotes, 8),
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

const namesOf = (items: readonly { name: string }[]): string => {
  const first = items.slice(0, 40).map(({ name }) => name);
  return items.length > 40 ? `${first.join(", ")} and ${items.length - 40} more` : first.join(", ") || "none";
};

const note = (view: View) => (view.insights ? {} : { note: NO_ANALYSIS });
const NONE: Postings = new Uint32Array(0);

/** Who treats here and may be counted: a technician can be opted out of insights in the profile. */
const countedTechnicians = ({ snapshot }: View) =>
  (snapshot.profile?.technicians ?? []).filter(({ insights }) => insights);

export const getTechnician = defineTool({
  name: "get_technician",
  title: "A technician (therapist)",
  description:
    "What customers say about one technician (therapist, provider): stars (over all reviews that mention them), insights (sentiment by aspect and quotes, over the texts that could be analysed), which services they are mentioned with, and the newest reviews that mention them. Without technician: all of them in short, to compare or to learn names. For who is praised for a certain treatment or condition, get_service lists the technicians mentioned with it.",
  fields: {
    technician: text(300, {
      description: "Name, first name or id. Without it: all technicians in short.",
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
    analysis_available: "boolean",
    note: "string",
    technicians: "array",
    technician: "object",
    stars: "object",
    insights: "object?",
    services: "array",
    newest_reviews: "array",
  },
  optional: ["note", "technicians", "technician", "stars", "insights", "services", "newest_reviews"],
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
    const id = findNamed(index.technician_names, given);
    const person = snapshot.profile?.technicians.find((technician) => technician.id === id);
    if (!id || !person)
      return {
        fault: `technician ${JSON.stringify(given)} does not work here; the technicians are: ${namesOf(listed)}`,
      };
    const list = index.by_technician.get(id) ?? NONE;
    const technician = { id, name: person.name, title: person.title };
    if (!person.insights)
      return withNewest(
        index,
        { analysis_available: false, note: "not analysed, as this person wishes", technician },
        list,
      );
    const entity = insights?.entities.technicians.find((candidate) => candidate.id === id);
    const head = {
      analysis_available,
      ...note(view),
      technician,
      stars: starsOf(index, list),
      insights: entity ? shortEntity(entity) : null,
      services: mentionedWith(index, list, snapshot.profile?.services ?? [], index.by_service),
    };
    return withNewest(index, head, list);
  },
});

/** What a treated problem (vertigo, knee pain) is called in the analysis; its examples stand for its reviews. */
const wordsOf = (folded: string): Set<string> =>
  new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2));

/** Whose name it is; else the only one with whom it shares most words: "hand injuries" means Hand therapy. */
function findNamed(names: Map<string, string>, given: string): string | undefined {
  const folded = fold(given.trim());
  const exact = names.get(folded);
  if (exact !== undefined) return exact;
  const wanted = wordsOf(folded);
  const shared = new Map<string, number>();
  for (const [name, id] of names) {
    const count = [...wordsOf(name)].filter((word) => wanted.has(word)).length;
    if (count > 0) shared.set(id, Math.max(count, shared.get(id) ?? 0));
  }
  const most = Math.max(...shared.values());
  const [first, ...others] = [...shared].filter(([, count]) => count === most);
  return others.length === 0 ? first?.[0] : undefined;
}

function findProblem({ insights }: View, given: string): Entity | undefined {
  const wanted = fold(given.trim());
  return insights?.entities.problems.find(({ id, name }) => fold(id) === wanted || fold(name) === wanted);
}

export const getService = defineTool({
  name: "get_service",
  title: "A service (treatment)",
  description:
    "What customers say about one service or treatment: stars (over all reviews that mention it), insights (sentiment by aspect and quotes, over the texts that could be analysed), which technicians are mentioned with it (who does it, and how those reviews rate), and the newest reviews that mention it. Without service: all of them in short. Use it for which therapist is good for X. Names and conditions that belong to a service (vertigo, hand injuries) find it; for any other word use search_reviews with query and read mentions.",
  fields: {
    service: text(300, {
      description: "Id or name, see get_business. Without it: all services in short.",
      aliases: ["service_id", "service_name", "mentions_service", "name", "id", "treatment", "condition", "problem"],
    }),
  },
  output: {
    analysis_available: "boolean",
    note: "string",
    services: "array",
    service: "object",
    stars: "object",
    insights: "object?",
    technicians: "array",
    newest_reviews: "array",
  },
  optional: ["note", "services", "service", "stars", "insights", "technicians", "newest_reviews"],
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
    const id = findNamed(index.service_names, given);
    const service = services.find((candidate) => candidate.id === id);
    if (!id || !service) {
      const problem = findProblem(view, given);
      if (problem)
        return withNewest(
          index,
          { analysis_available, service: { id: problem.id, name: problem.name }, insights: shortEntity(problem) },
          NONE,
        );
      return {
        fault: `service ${JSON.stringify(given)} is not offered here; the services are: ${namesOf(services)}. For any other word use search_reviews with query`,
      };
    }
    const list = index.by_service.get(id) ?? NONE;
    const entity = insights?.entities.services.find((candidate) => candidate.id === id);
    const head = {
      analysis_available,
      ...note(view),
      service: { id, name: service.name, description: service.description },
      stars: starsOf(index, list),
      insights: entity ? shortEntity(entity) : null,
      technicians: mentionedWith(index, list, countedTechnicians(view), index.by_technician),
    };
    return withNewest(index, head, list);
  },
});
