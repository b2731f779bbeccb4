import type { Taxonomy } from "../../../insights/engine/reading/taxonomy.ts";
import type { Profile } from "../../model/business.ts";
import type { Told } from "../sentences/report-english.ts";

type Question = Taxonomy["questions"][number];

function serviceText({ services }: Profile, name: string): string | null {
  const wanted = name.toLowerCase();
  const found = services.find(
    (one) => one.name.toLowerCase() === wanted || one.aliases.some((alias) => alias.toLowerCase() === wanted),
  );
  return found?.description ? `${found.name}: ${found.description}` : null;
}

/** What the profile answers; null if it does not. */
export function profileAnswer(profile: Profile | null, { profile: member, service }: Question): Told | null {
  if (!profile || member === null) return null;
  if (member === "service") {
    const text = service === null ? null : serviceText(profile, service);
    return text === null ? null : () => text;
  }
  const { opening_hours } = profile;
  if (member === "opening_hours") return opening_hours.length === 0 ? null : ({ faq }) => faq.open(opening_hours);
  const { street_address, address_locality, address_region, postal_code } = profile.address ?? {};
  const region = [address_region, postal_code].filter(Boolean).join(" ");
  const parts = [street_address, address_locality, region].flatMap((part) => part || []);
  return parts.length === 0 ? null : ({ faq }) => faq.address(parts);
}
