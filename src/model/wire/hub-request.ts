import { z } from "zod";

/** What a subscriber posts to the hub (WebSub §5.1). Unknown members are ignored. */
export const hubRequest = z
  .looseObject({
    "hub.mode": z.enum(["subscribe", "unsubscribe"]).meta({ description: "What to do. Case-sensitive." }),
    "hub.topic": z.url().meta({
      description: "URL of one of the topics: /feed.xml, /api/feed.json, /reviews.json or /api/changes.json.",
    }),
    "hub.callback": z
      .string()
      .max(2048)
      .regex(/^https:\/\/[^/?#]/)
      .meta({
        description: "Where to deliver: an HTTPS URL with a public host name. The hub uses it exactly as given.",
      }),
    "hub.secret": z
      .string()
      .min(1)
      .max(199)
      .optional()
      .meta({ description: "Key for X-Hub-Signature, under 200 bytes. Without it, deliveries are not signed." }),
    "hub.lease_seconds": z.int().min(1).optional().meta({
      description: "Requested lease. The hub limits it to its own minimum and maximum. Ignored on unsubscribe.",
    }),
  })
  .meta({ id: "HubRequest", description: "A request to subscribe or unsubscribe." });
