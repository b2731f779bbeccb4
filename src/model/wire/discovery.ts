import { z } from "zod";

const link = z.looseObject({
  href: z.url().meta({ description: "URL of the resource." }),
  type: z.string().min(3).optional().meta({ description: "Media type of the resource." }),
});
const links = z.array(link).min(1).optional();

/** RFC 9727: an RFC 9264 linkset. The objects are loose because other link relations may be added. */
export const apiCatalog = z
  .strictObject({
    linkset: z
      .array(
        z.looseObject({
          anchor: z.url().meta({ description: "The API that the links describe." }),
          "service-desc": links.meta({ description: "Machine-readable descriptions." }),
          "service-doc": links.meta({ description: "Documentation for people." }),
          status: links.meta({ description: "Where to check whether the API is up." }),
        }),
      )
      .min(1)
      .meta({ description: "One entry per API." }),
  })
  .meta({ id: "ApiCatalog", description: "The API catalog of this origin (RFC 9727)." });

/** AI Catalog 1.0. An entry can embed its content or link to it. Ours link to it. */
export const aiCatalog = z
  .looseObject({
    specVersion: z.string().min(1).meta({ description: "Version of the AI Catalog format." }),
    entries: z
      .array(
        z.looseObject({
          identifier: z.string().min(1).meta({ description: "A URN or URL that names the entry." }),
          url: z.url().meta({ description: "URL of its description." }),
        }),
      )
      .min(1)
      .meta({ description: "What agents can use on this origin." }),
  })
  .meta({ id: "AiCatalog", description: "What this origin offers to agents." });

/**
 * MCP server card (SEP-2127): the identity of the server and its endpoint. It repeats nothing that the protocol itself
 * lists.
 */
export const serverCard = z
  .looseObject({
    name: z.string().min(1).meta({ description: "Reverse-DNS name of the MCP server." }),
    version: z.string().min(1).meta({ description: "Version of the server." }),
    description: z.string().min(1).meta({ description: "What the server is for." }),
    remotes: z
      .array(
        z.looseObject({
          type: z.literal("streamable-http").meta({ description: "Transport." }),
          url: z.url().meta({ description: "URL of the endpoint." }),
        }),
      )
      .min(1)
      .meta({ description: "Where to connect." }),
  })
  .meta({ id: "ServerCard", description: "The MCP server card." });

export const healthState = z
  .strictObject({
    status: z
      .enum(["ok", "ready", "starting", "outdated"])
      .meta({ description: "ok, ready, starting, or outdated: this server cannot read its database any more." }),
    reason: z.string().optional().meta({ description: "Why, with outdated." }),
  })
  .meta({ id: "HealthState", description: "Whether the service is running, or ready." });
