import { z } from "zod";

export const issue = z
  .strictObject({
    path: z.array(z.union([z.string(), z.number()])),
    code: z.string().meta({ example: "too_big" }),
    message: z.string(),
    received: z.string().optional().meta({ description: "What was sent, cut to 100 characters." }),
  })
  .meta({ id: "Issue", description: "One fault of a request." });
export type Issue = z.infer<typeof issue>;

export const problem = z
  .strictObject({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    error: z.string(),
    detail: z.string(),
    instance: z.string(),
    issues: z.array(issue).optional().meta({ description: "Present on every 400: one entry for each fault." }),
    id: z.string().optional().meta({ description: "Present on a 5xx: the same id stands in the log." }),
  })
  .meta({ id: "Problem", description: "The members of RFC 9457." });
export type Problem = z.infer<typeof problem>;
