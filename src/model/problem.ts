import { z } from "zod";
import { PROBLEMS, type ProblemCode } from "../errors.ts";

export const issue = z
  .strictObject({
    path: z
      .array(z.union([z.string(), z.number()]))
      .meta({ description: "Where the fault is, such as the parameter's name." }),
    code: z.string().min(1).meta({ example: "too_big", description: "Kind of fault, for programs." }),
    message: z.string().min(1).meta({ description: "What is wrong and what is allowed, for people." }),
    received: z.string().max(100).optional().meta({ description: "What was sent, cut to 100 characters." }),
  })
  .meta({ id: "Issue", description: "One fault of a request." });
export type Issue = z.infer<typeof issue>;

export const problem = z
  .strictObject({
    type: z.url().meta({ description: "Where this kind of problem is described." }),
    title: z.string().min(1).meta({ description: "The kind of problem, for people." }),
    status: z.int().min(400).max(599).meta({ description: "The HTTP status, once more." }),
    error: z
      .enum(Object.keys(PROBLEMS) as ProblemCode[]) // keys() forgets the literals
      .meta({ description: "The kind of problem, for programs: a closed list." }),
    detail: z.string().min(1).meta({ description: "What happened here." }),
    instance: z.string().max(500).meta({ description: "The path that was asked for." }),
    issues: z.array(issue).optional().meta({ description: "Present on every 400: one entry for each fault." }),
    id: z.uuid().optional().meta({ description: "Present on a 5xx: the same id stands in the log." }),
  })
  .meta({ id: "Problem", description: "The members of RFC 9457." });
export type Problem = z.infer<typeof problem>;
