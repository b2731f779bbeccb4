import { z } from "zod";
import { COLOR } from "./basics/color.ts";
import { demonstration } from "./basics/members.ts";
import { isTimeZone } from "./basics/time.ts";
import { picture } from "./picture.ts";

const id = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    "must be 1 to 64 characters of a-z, 0-9, _ and -, starting with a letter or digit",
  )
  .meta({ description: "An ID that the operator chose." });
const line = z.string().trim().min(1).max(300);
const aliases = z.array(line).max(50).default([]);

const postalAddress = z
  .strictObject({
    street_address: line.nullable().default(null).meta({ description: "Street address." }),
    address_locality: line.nullable().default(null).meta({ description: "City or town." }),
    address_region: line.nullable().default(null).meta({ description: "State or region." }),
    postal_code: line.nullable().default(null).meta({ description: "Postal code." }),
    address_country: line.nullable().default(null).meta({ description: "Country." }),
  })
  .nullable()
  .meta({ id: "PostalAddress", description: "Postal address of the business, or null." });

const geo = z
  .strictObject({
    latitude: z.number().min(-90).max(90).meta({ description: "Degrees; north is positive." }),
    longitude: z.number().min(-180).max(180).meta({ description: "Degrees; east is positive." }),
  })
  .nullable()
  .meta({ id: "GeoCoordinates", description: "Coordinates of the business (WGS 84), or null." });

const technician = z
  .strictObject({
    id,
    name: line.meta({ description: "Full name." }),
    title: line.nullable().default(null).meta({ description: "Professional title, such as DPT." }),
  })
  .meta({ id: "Technician", description: "A person who treats patients at the business." });

const service = z
  .strictObject({
    id,
    name: line.meta({ description: "Display name." }),
    description: z.string().trim().max(2000).nullable().default(null).meta({ description: "What the service is." }),
  })
  .meta({ id: "Service", description: "A service that the business offers." });

const serviceArea = z
  .strictObject({ id, name: line.meta({ description: "Display name." }) })
  .meta({ id: "ServiceArea", description: "An area that the business serves." });

const publicMembers = {
  id: id.nullable().default(null).meta({ description: "An ID that the operator chose." }),
  name: line.meta({ description: "Name of the business." }),
  type: line.default("LocalBusiness").meta({ description: "A schema.org type." }),
  description: z.string().trim().max(5000).nullable().default(null).meta({ description: "What the business does." }),
  url: z.url().nullable().default(null).meta({ description: "Website of the business." }),
  telephone: line.nullable().default(null).meta({ description: "Phone number." }),
  email: z.email().nullable().default(null).meta({ description: "Email address." }),
  address: postalAddress.default(null),
  geo: geo.default(null),
  time_zone: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone such as America/Los_Angeles")
    .meta({ description: "IANA name of the time zone that review dates use." }),
  opening_hours: z
    .array(line)
    .max(50)
    .default([])
    .meta({ description: "In the format of schema.org, such as Mo-Fr 08:00-18:00." }),
  price_range: line.nullable().default(null).meta({ description: "Price range, such as $$." }),
  same_as: z.array(z.url()).max(50).default([]).meta({ description: "Profiles of the business on other sites." }),
};

/** `business` in /reviews.json. */
export const business = z
  .strictObject({
    ...publicMembers,
    technicians: z.array(technician).default([]).meta({ description: "People who treat patients." }),
    services: z.array(service).default([]).meta({ description: "Services that the business offers." }),
    service_areas: z.array(serviceArea).default([]).meta({ description: "Areas that the business serves." }),
    demonstration,
  })
  .meta({ id: "Business", description: "The business that the reviews are about." });

export type Business = z.infer<typeof business>;

function uniqueIds(items: { id: string }[], context: z.RefinementCtx) {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (seen.has(item.id)) {
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: `${item.id} is used twice; give each item its own id`,
      });
    }
    seen.add(item.id);
  });
}

export const LIST_LIMIT = 500;

/** Names change and people leave: mentions, filters and embeds go on under the id. */
const history = {
  /** Former names, the first one first. */
  called_before: z.array(line).min(1).max(50).optional(),
  /** True, or the day: shown as former from now on. */
  left: z.union([z.literal(true), z.iso.date()]).optional(),
};

export const profileTechnician = z.strictObject({
  ...technician.shape,
  aliases,
  ...history,
  /** If false, reviews still name this person, but insights do not list them. */
  insights: z.boolean().default(true),
});
export const profileService = z.strictObject({ ...service.shape, aliases, ...history });
export const profileArea = z.strictObject({ ...serviceArea.shape, aliases });

/**
 * What the JSON-LD of the pages describes. business: only the business. direct: also the rating and the reviews that it
 * collected itself. all: also those of every other source.
 */
const STRUCTURED_DATA = ["business", "direct", "all"] as const;

/**
 * A stored profile: the public business, and settings that are not published. profile-file.ts reads the owner's file.
 */
export const profile = z.strictObject({
  ...publicMembers,
  technicians: z.array(profileTechnician).max(LIST_LIMIT).superRefine(uniqueIds).default([]),
  services: z.array(profileService).max(LIST_LIMIT).superRefine(uniqueIds).default([]),
  service_areas: z.array(profileArea).max(LIST_LIMIT).superRefine(uniqueIds).default([]),
  structured_data: z.enum(STRUCTURED_DATA).default("business"),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a BCP 47 tag such as en")
    .default("en"),
  license: z.string().trim().min(1).max(500).nullable().default(null),
  logo: picture.nullable().default(null),
  accent_color: z.string().regex(COLOR).toLowerCase().nullable().default(null),
  /** The former name of `taxonomy`, which wins. */
  aspects: z.string().nullable().default(null),
  /** A name, or what the file holds. */
  taxonomy: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullable()
    .optional(),
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
