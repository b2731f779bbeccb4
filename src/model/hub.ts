import { z } from "zod";

/** What a subscriber posts to the hub (WebSub §5.1). Members that are not known are ignored. */
export const hubRequest = z
  .looseObject({
    "hub.mode": z.enum(["subscribe", "unsubscribe"]).meta({ description: "What is asked for, in exactly this case." }),
    "hub.topic": z.url().meta({ description: "One of the three topics: /feed.xml, /api/feed.json, /reviews.json." }),
    "hub.callback": z
      .string()
      .max(2048)
      .regex(/^https:\/\/[^/?#]/)
      .meta({ description: "Where to deliver: HTTPS, a public host name, kept exactly as given." }),
    "hub.secret": z
      .string()
      .min(1)
      .max(199)
      .optional()
      .meta({ description: "Key of X-Hub-Signature, under 200 bytes. Without it deliveries are not signed." }),
    "hub.lease_seconds": z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Lease asked for, brought within the hub's bounds; ignored on unsubscribe." }),
  })
  .meta({ id: "HubRequest", description: "A request to subscribe or to unsubscribe." });
