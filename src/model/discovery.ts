import { z } from "zod";

const link = z.looseObject({
  href: z.url().meta({ description: "Where it is." }),
  type: z.string().min(3).optional().meta({ description: "Its media type." }),
});
const links = z.array(link).min(1).optional();

/** RFC 9727: an RFC 9264 linkset. Others may add relations, so nothing here is closed. */
export const apiCatalog = z
  .strictObject({
    linkset: z
      .array(
        z.looseObject({
          anchor: z.url().meta({ description: "What the links are about." }),
          "service-desc": links.meta({ description: "Descriptions for machines." }),
          "service-doc": links.meta({ description: "Descriptions for people." }),
          status: links.meta({ description: "Where to see whether it is up." }),
        }),
      )
      .min(1)
      .meta({ description: "One context for each API." }),
  })
  .meta({ id: "ApiCatalog", description: "The API catalogue of this origin (RFC 9727)." });

/** AI Catalog 1.0: entries may embed or point; ours point. */
export const aiCatalog = z
  .looseObject({
    specVersion: z.string().min(1).meta({ description: "Of the AI Catalog format." }),
    entries: z
      .array(
        z.looseObject({
          identifier: z.string().min(1).meta({ description: "A URN or URL that names the entry." }),
          url: z.url().meta({ description: "Where its own description is." }),
        }),
      )
      .min(1)
      .meta({ description: "What an agent can use here." }),
  })
  .meta({ id: "AiCatalog", description: "What this origin offers to agents." });

/** MCP server card (SEP-2127): identity and where to connect, nothing that the protocol lists itself. */
export const serverCard = z
  .looseObject({
    name: z.string().min(1).meta({ description: "Reverse-DNS name of the MCP server." }),
    version: z.string().min(1).meta({ description: "Of the server." }),
    description: z.string().min(1).meta({ description: "What it is for." }),
    remotes: z
      .array(
        z.looseObject({
          type: z.literal("streamable-http").meta({ description: "The transport." }),
          url: z.url().meta({ description: "The endpoint." }),
        }),
      )
      .min(1)
      .meta({ description: "Where to connect." }),
  })
  .meta({ id: "ServerCard", description: "The MCP server card." });

export const healthState = z
  .strictObject({ status: z.enum(["ok", "ready", "starting"]).meta({ description: "ok, ready or starting." }) })
  .meta({ id: "HealthState", description: "Whether the service runs, or is ready." });
