import { text } from "../answers/arguments.ts";
import {
  analysisMembers,
  countedTechnicians,
  findNamed,
  INSIGHTS,
  mentionedWith,
  NEWEST,
  NONE,
  STARS,
  shortEntity,
  shortList,
  starsOf,
  understoodMember,
  withNewest,
} from "../answers/entity.ts";
import { namesOf, unknownName } from "../answers/names.ts";
import { ANALYSIS_AVAILABLE, is, NOTE, UNDERSTOOD } from "../answers/output.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";
import type { View } from "../answers/view.ts";

function listTechnicians(view: View): ToolAnswer {
  const { index, insights } = view;
  const technicians = countedTechnicians(view).map(({ id, name, title }) => {
    const { mention_count, average_rating } = starsOf(index, index.by_technician.get(id) ?? NONE);
    const score = insights?.entities.technicians.find((entity) => entity.id === id)?.score ?? null;
    return { id, name, title, mention_count, average_rating, score };
  });
  return shortList(analysisMembers(view), "technicians", technicians);
}

export const getTechnician = defineTool({
  name: "get_technician",
  title: "Technician",
  description:
    "What customers say about one technician (therapist, provider): stars, sentiment by aspect, quotes, services they are mentioned with, newest reviews. Without technician: all in short, to compare or to learn names. For who is praised for a treatment or condition, use get_service.",
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
    if (given === undefined) return listTechnicians(view);
    const { index, insights, snapshot } = view;
    const found = findNamed(index.technician_names, snapshot.profile?.technicians ?? [], given);
    if (!("item" in found)) {
      const listed = countedTechnicians(view);
      const near = listed.filter(({ id }) => found.near.includes(id)).map(({ name }) => name);
      return { fault: unknownName("technician", given, near, namesOf(listed)) };
    }
    const { id, name, title, insights: counted } = found.item;
    const list = index.by_technician.get(id) ?? NONE;
    const technician = { id, name, title };
    const understood = understoodMember(given, technician, `was read as ${name}`);
    if (!counted) {
      const opted_out = { analysis_available: false, note: "not analyzed: this technician opted out" };
      return withNewest(index, { ...opted_out, ...understood, technician }, list);
    }
    const entity = insights?.entities.technicians.find((candidate) => candidate.id === id);
    const head = {
      ...analysisMembers(view),
      ...understood,
      technician,
      stars: starsOf(index, list),
      insights: entity ? shortEntity(index, entity) : null,
      services: mentionedWith(index, list, snapshot.profile?.services ?? [], index.by_service),
    };
    return withNewest(index, head, list);
  },
});
