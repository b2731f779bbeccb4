import type { Business, Profile } from "./business.ts";
import { demonstrationMark } from "./demonstration.ts";

/** The public part of a profile. The order of the members is part of the contract. */
export function publicBusiness(from: Profile, made_up = false): Business {
  return {
    id: from.id,
    name: from.name,
    type: from.type,
    description: from.description,
    url: from.url,
    telephone: from.telephone,
    email: from.email,
    address: from.address,
    geo: from.geo,
    time_zone: from.time_zone,
    opening_hours: from.opening_hours,
    price_range: from.price_range,
    same_as: from.same_as,
    technicians: from.technicians.map(({ id, name, title }) => ({ id, name, title })),
    services: from.services.map(({ id, name, description }) => ({ id, name, description })),
    service_areas: from.service_areas.map(({ id, name }) => ({ id, name })),
    ...demonstrationMark(made_up),
  };
}
