import { z } from "zod";
import { isTimeZone } from "./time.ts";

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, "must be 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit")
  .meta({ description: "Chosen by the operator." });
const line = z.string().trim().min(1).max(300);
const aliases = z.array(line).max(50).default([]);

const postalAddress = z
  .strictObject({
    street_address: line.nullable().default(null).meta({ description: "Street and number." }),
    address_locality: line.nullable().default(null).meta({ description: "Town." }),
    address_region: line.nullable().default(null).meta({ description: "State or region." }),
    postal_code: line.nullable().default(null).meta({ description: "Postal code." }),
    address_country: line.nullable().default(null).meta({ description: "Country." }),
  })
  .nullable()
  .meta({ id: "PostalAddress", description: "Where the business is, or null." });

const geo = z
  .strictObject({
    latitude: z.number().min(-90).max(90).meta({ description: "North is positive." }),
    longitude: z.number().min(-180).max(180).meta({ description: "East is positive." }),
  })
  .nullable()
  .meta({ id: "GeoCoordinates", description: "Where the business is, in degrees (WGS 84), or null." });

const technician = z
  .strictObject({
    id,
    name: line.meta({ description: "Full name." }),
    title: line.nullable().default(null).meta({ description: "Such as DPT." }),
  })
  .meta({ id: "Technician", description: "A person who treats at the business." });

const service = z
  .strictObject({
    id,
    name: line.meta({ description: "Its label." }),
    description: z.string().trim().max(2000).nullable().default(null).meta({ description: "What it is." }),
  })
  .meta({ id: "Service", description: "A service that the business offers." });

const serviceArea = z
  .strictObject({ id, name: line.meta({ description: "Its label." }) })
  .meta({ id: "ServiceArea", description: "A place that the business serves." });

const publicMembers = {
  id: id.nullable().default(null).meta({ description: "Chosen by the operator." }),
  name: line.meta({ description: "Of the business." }),
  type: line.default("Physiotherapy").meta({ description: "A schema.org type." }),
  description: z.string().trim().max(5000).nullable().default(null).meta({ description: "What it does." }),
  url: z.url().nullable().default(null).meta({ description: "Its own site." }),
  telephone: line.nullable().default(null).meta({ description: "To call." }),
  email: z.email().nullable().default(null).meta({ description: "To write to." }),
  address: postalAddress.default(null),
  geo: geo.default(null),
  time_zone: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone such as America/Los_Angeles")
    .meta({ description: "IANA name; dates of reviews are in it." }),
  opening_hours: z
    .array(line)
    .max(50)
    .default([])
    .meta({ description: "As schema.org writes them, such as Mo-Fr 08:00-18:00." }),
  price_range: line.nullable().default(null).meta({ description: "Such as $$." }),
  same_as: z.array(z.url()).max(50).default([]).meta({ description: "Its profiles elsewhere." }),
};

/** `business` of /reviews.json. */
export const business = z
  .strictObject({
    ...publicMembers,
    technicians: z.array(technician).default([]).meta({ description: "Who treats." }),
    services: z.array(service).default([]).meta({ description: "What it offers." }),
    service_areas: z.array(serviceArea).default([]).meta({ description: "Whom it serves." }),
    demonstration: z.literal(true).optional().meta({ description: "Present on a demonstration: a made-up business." }),
  })
  .meta({ id: "Business", description: "The business whose reviews these are." });

export type Business = z.infer<typeof business>;

function uniqueIds(items: { id: string }[], context: z.RefinementCtx) {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (seen.has(item.id)) {
      context.addIssue({ code: "custom", path: [index, "id"], message: `${item.id} stands twice` });
    }
    seen.add(item.id);
  });
}

/** What `candor business FILE` reads: the public business, and what stays with the operator. */
export const profile = z.strictObject({
  ...publicMembers,
  technicians: z
    .array(
      z.strictObject({
        ...technician.shape,
        aliases,
        /** false: named in reviews as before, but not listed in insights. */
        insights: z.boolean().default(true),
      }),
    )
    .max(500)
    .superRefine(uniqueIds)
    .default([]),
  services: z
    .array(z.strictObject({ ...service.shape, aliases }))
    .max(500)
    .superRefine(uniqueIds)
    .default([]),
  service_areas: z
    .array(z.strictObject({ ...serviceArea.shape, aliases }))
    .max(500)
    .superRefine(uniqueIds)
    .default([]),
  demonstration: z.literal(true).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a BCP 47 tag such as en")
    .default("en"),
  license: z.string().trim().min(1).max(500).nullable().default(null),
  aspects: z.string().nullable().default(null),
  faq: z
    .array(z.strictObject({ question: line, answer: z.string().trim().min(1).max(2000) }))
    .max(100)
    .default([]),
  summary: z.string().trim().min(1).max(5000).nullable().default(null),
  privacy: z
    .strictObject({
      names: z.enum(["full", "first_initial", "initials", "anonymous"]).default("first_initial"),
      avatars: z.boolean().default(false),
      redact: z.boolean().default(true),
    })
    .default({ names: "first_initial", avatars: false, redact: true }),
});

export type Profile = z.infer<typeof profile>;

/** The public part of a profile, its members in the contract's order. */
export function publicBusiness(from: Profile): Business {
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
    ...(from.demonstration ? { demonstration: true as const } : {}),
  };
}
