import { cachedAnswer, type View } from "../answers/snapshot-view.ts";
import { defineTool } from "../answers/tool.ts";

/** The answer of the tool and of the resource reviews://business. */
export const businessJson = (view: View): string => cachedAnswer(view, "business", () => businessVariants(view));

function* businessVariants(view: View): Iterable<unknown> {
  const head = { ...view.head, verified_by: view.snapshot.verified_by };
  yield head;
  const { business } = head;
  if (!business) return;
  const services = business.services.map(({ id, name }) => ({ id, name, description: null }));
  yield { ...head, business: { ...business, services } };
  const first = <T>(list: T[]) => list.slice(0, 100);
  yield {
    ...head,
    business: {
      ...business,
      technicians: first(business.technicians),
      services: first(services),
      service_areas: first(business.service_areas),
    },
    cut: "only the first 100 technicians, services and service areas are listed; /reviews.json has all of them",
  };
}

export const getBusiness = defineTool({
  name: "get_business",
  title: "Business",
  description:
    "The business: address, opening hours, contact, technicians (therapists), services and areas with their ids, " +
    "star rating with its distribution, reviews withheld and erased. Use it for facts or to learn ids. " +
    "Not for opinions: use get_summary.",
  card: true,
  fields: {},
  output: { aggregate_rating: "object", total: "count" },
  answer: (view) => ({ structured: businessJson(view) }),
});
