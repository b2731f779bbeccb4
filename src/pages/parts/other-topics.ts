import type { InsightsView, TopicView } from "./insights-view.ts";
import { shownName, wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

/** The same name with two counts would puzzle: the aspect counts what means it, and the topic what says its words. */
export const hasName = (names: Iterable<string>): ((name: string) => boolean) => {
  const known = new Set(Array.from(names, (name) => name.toLowerCase()));
  return (name) => known.has(name.toLowerCase());
};

/** The topics that have a name of their own, which is not also that of an aspect or a service. */
export function otherTopics(site: Site, { aspects, topics, entities }: InsightsView): TopicView[] {
  const { common } = wordsOf(site);
  const services = entities.services.filter(({ mention_count }) => mention_count > 0);
  const isTaken = hasName([
    ...aspects.map(({ label }) => common.theme(label)),
    ...services.map((service) => shownName(site, "service", service)),
  ]);
  return topics.filter(({ label }) => !isTaken(common.theme(label)));
}
