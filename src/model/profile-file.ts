import { createHash } from "node:crypto";
import { z } from "zod";
import { contrast, LIGHT_PAGE, READABLE } from "./basics/color.ts";
import { LIST_LIMIT, type Profile, profile, profileArea, profileService, profileTechnician } from "./business.ts";
import { LOCAL_BUSINESS_TYPES } from "./local-business-types.ts";
import type { Picture } from "./picture.ts";
import { TAXONOMY_NAMES } from "./taxonomy-names.ts";

/** The name in the file of `candor init` if none was given. */
export const EXAMPLE_NAME = "Your business";

/** Accepts only URLs that a browser opens as a page. Other URLs could run code when they are clicked. */
const webAddress = z.string().refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
});

type Named = { id?: string | undefined; name: string; called_before?: string[] | undefined };

/** Equal for all spellings of a name that differ only in case, width and spaces. */
const foldName = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

function refuseRepeats(items: Named[], context: z.RefinementCtx): void {
  const names = new Map<string, Named>();
  const ids = new Set<string>();
  items.forEach((item, index) => {
    const own = [item.name, ...(item.called_before ?? [])].map(foldName);
    const before = own.map((name) => names.get(name)).find((one) => one !== undefined);
    // Two people may have the same name, but then both need an id.
    if (before && !(before.id && item.id))
      context.addIssue({ code: "custom", path: [index], message: "repeated_name" });
    if (item.id && ids.has(item.id)) context.addIssue({ code: "custom", path: [index, "id"], message: "repeated_id" });
    for (const name of own) names.set(name, item);
    if (item.id) ids.add(item.id);
  });
}

/** A list in which an item may also be a plain name. */
function namedList<T extends { id: z.ZodType<string>; name: z.ZodType<string> } & z.ZodRawShape>(shape: T) {
  const item = z.preprocess(
    (value) => (typeof value === "string" ? { name: value } : value),
    z.strictObject({ ...shape, id: shape.id.optional() }),
  );
  // Every shape has an id and a name, but the type of a generic object does not say so.
  const refuse = (items: unknown, context: z.RefinementCtx) => refuseRepeats(items as Named[], context);
  return z.array(item).max(LIST_LIMIT).superRefine(refuse).default([]);
}

/**
 * The file that `candor business FILE` reads. It is stricter than the stored profile, which may come from an older
 * version.
 */
export const profileFile = z
  .strictObject({
    ...profile.shape,
    name: profile.shape.name.refine((name) => name !== EXAMPLE_NAME),
    type: z
      .string()
      .refine((value) => LOCAL_BUSINESS_TYPES.includes(value))
      .default("LocalBusiness"),
    aspects: z.enum(TAXONOMY_NAMES).nullable().default(null),
    url: webAddress.nullable().default(null),
    same_as: z.array(webAddress).max(50).default([]),
    /** The path of a file, relative to the folder of this file. */
    logo: z.string().trim().min(1).max(1000).nullable().default(null),
    accent_color: profile.shape.accent_color
      .unwrap()
      .refine((color) => color === null || contrast(color, LIGHT_PAGE) >= READABLE)
      .default(null),
    technicians: namedList(profileTechnician.shape),
    services: namedList(profileService.shape),
    service_areas: namedList(profileArea.shape),
    /** Only for the profile of the demonstration. Nobody else may use it. */
    demonstration: z.literal(true).optional(),
  })
  .superRefine(({ aspects, taxonomy }, context) => {
    if (aspects !== null && taxonomy != null && aspects !== taxonomy)
      context.addIssue({ code: "custom", path: ["aspects"], message: "two_taxonomies" });
  });
export type ProfileFile = z.infer<typeof profileFile> & {
  /** The content of the file in `logo`. */
  picture?: Picture | null;
};

const ID_LENGTH = 64;
const digest = (name: string): string => createHash("sha256").update(foldName(name)).digest("hex").slice(0, 8);

/** "Ana Ruíz" becomes ana-ruiz. A name without Latin letters becomes a hash. */
function idFromName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, ID_LENGTH)
    .replace(/^-+|-+$/g, "");
  return words === "" ? `n-${digest(name)}` : words;
}

/** A stored name keeps its id, also under a new name, so that links and searches by id still work. */
function assignListIds<T extends Named>(items: readonly T[], stored: readonly Named[]): (T & { id: string })[] {
  const used = new Set(items.flatMap(({ id }) => (id ? [id] : [])));
  const known = new Map(stored.map(({ id, name }) => [foldName(name), id]));
  const kept = items.map(({ id, name, called_before = [] }) => {
    const before = [name, ...called_before].map((one) => known.get(foldName(one))).find((one) => one !== undefined);
    if (id !== undefined || before === undefined || used.has(before)) return id;
    used.add(before);
    return before;
  });
  return items.map((item, index) => {
    const wanted = idFromName(item.called_before?.[0] ?? item.name);
    const free = used.has(wanted) ? `${wanted.slice(0, ID_LENGTH - 9)}-${digest(item.name)}` : wanted;
    const id = kept[index] ?? free;
    used.add(id);
    return { ...item, id };
  });
}

/**
 * The profile to store. Every technician, service and area gets an id. `stored` is the previous profile, if there is
 * one.
 */
export function assignIds({ demonstration: _, picture = null, ...file }: ProfileFile, stored: Profile | null): Profile {
  return profile.parse({
    ...file,
    logo: picture,
    technicians: assignListIds(file.technicians, stored?.technicians ?? []),
    services: assignListIds(file.services, stored?.services ?? []),
    service_areas: assignListIds(file.service_areas, stored?.service_areas ?? []),
  });
}
