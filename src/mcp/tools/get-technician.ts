import { NONE } from "../../snapshot/search/filters.ts";
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
} from "../answers/entity.ts";
import { findNamed, namesOf, understoodAs, unknownName } from "../answers/find-name.ts";
import { sinceArgument, untilArgument } from "../answers/result-page.ts";
import { formOf, includeReplies } from "../answers/short-review.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

function listTechnicians(view: View, dates: Dates): ToolAnswer {
  const options = { dates, entities: view.insights?.entities.technicians };
  const technicians = countedTechnicians(view).map(({ id, name, title }) =>
    entityInShort(view, { id, name, title }, view.index.by_technician.get(id) ?? NONE, options),
  );
  return shortList(analysisMembers(view, dates), "technicians", technicians);
}

export const getTechnician = defineTool({
  name: "get_technician",
  title: "Technician",
  description:
    "What customers say about one technician (therapist, provider): stars, sentiment by aspect, " +
    "quotes, services they are mentioned with, newest reviews. " +
    "Without technician: all in short, to compare or to learn names. " +
    "For who is praised for a treatment or condition, use get_service.",
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
    since: sinceArgument,
    until: untilArgument,
    include: includeReplies,
  },
  output: { technician: "object", stars: "object", newest_reviews: "list", technicians: "list" },
  answer: (view, { technician: given, include, ...values }): ToolAnswer => {
    const dates = datesAsked(values);
    if (given === undefined) return listTechnicians(view, dates);
    const { index, insights, snapshot } = view;
    const found = findNamed(index, "technician", snapshot.profile?.technicians ?? [], given);
    if (!("item" in found)) {
      const listed = countedTechnicians(view);
      const near = found.near.filter((near_name) => listed.some((one) => one.name === near_name));
      return { fault: unknownName("technician", given, near, namesOf(listed)) };
    }
    const { id, name, title, insights: counted } = found.item;
    const all = index.by_technician.get(id) ?? NONE;
    const list = ofDates(index, all, dates);
    const technician = { id, name, title };
    const understood = understoodAs(given, found.reading, `was read as ${name}`);
    if (!counted) {
      const opted_out = { analysis_available: false, note: "not analyzed: this technician opted out" };
      return withNewest(view, { ...opted_out, ...understood, technician }, list, formOf(include));
    }
    const entity = insights?.entities.technicians.find((candidate) => candidate.id === id);
    const head = {
      ...analysisMembers(view, dates, zeroNote(list.length, dates)),
      ...understood,
      technician,
      ...starsAndInsights(view, all, entity, dates),
      services: mentionedWith(index, list, snapshot.profile?.services ?? [], index.by_service),
    };
    return withNewest(view, head, list, formOf(include));
  },
});
