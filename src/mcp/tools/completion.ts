import { cut } from "../../model/basics/cut.ts";
import { u32At } from "../../model/basics/typed-array.ts";
import { idAt } from "../../snapshot/review-at.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { completeAspect } from "../answers/aspect-names.ts";
import { viewOf } from "../answers/snapshot-view.ts";
import { NOT_READY } from "../answers/tool.ts";
import { invalidParams, isObject, type Params, type RpcReply } from "../protocol/json-rpc.ts";
import { PROMPTS } from "./prompts.ts";
import { REVIEW_TEMPLATE } from "./resources.ts";

/** Completion, `values`: at most 100 (schema of every revision). */
const MAX_COMPLETIONS = 100;
type Completion = { values: string[]; total: number; hasMore: boolean };

const firstOf = (matching: readonly string[]): Completion => {
  const values = matching.slice(0, MAX_COMPLETIONS);
  return { values, total: matching.length, hasMore: matching.length > values.length };
};

/** Ids that start with the typed letters are a range of the sorted ids. */
function completeReviewId(index: ReviewIndex, typed: string): Completion {
  const prefix = typed.toUpperCase();
  const firstNotBelow = (bound: string) => {
    let [low, high] = [0, index.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (idAt(index, u32At(index.by_id, middle)) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = firstNotBelow(prefix);
  const total = firstNotBelow(`${prefix}~`) - first; // "~" sorts after every character of an id
  const shown = index.by_id.subarray(first, first + Math.min(total, MAX_COMPLETIONS));
  return { values: Array.from(shown, (position) => idAt(index, position)), total, hasMore: total > shown.length };
}

const completed = (completion: Completion): RpcReply => ({ result: { json: JSON.stringify({ completion }) } });

/** The prompt arguments that name an aspect. */
const ASPECT_ARGUMENTS = new Set(["aspect", "first", "second"]);

export function createCompletion(current: () => Snapshot | null, base_url: string): (params: Params) => RpcReply {
  return ({ ref, argument }) => {
    if (!isObject(ref) || !isObject(argument)) return invalidParams("ref and argument must be objects");
    const { name, value } = argument;
    if (typeof name !== "string" || typeof value !== "string") {
      return invalidParams("argument must have a name and a value, both strings");
    }
    const snapshot = current();
    if (!snapshot) return NOT_READY;
    const view = viewOf(snapshot, base_url);
    if (ref.type === "ref/resource") {
      if (ref.uri !== REVIEW_TEMPLATE) return invalidParams(`ref.uri must be ${REVIEW_TEMPLATE}`);
      return completed(name === "id" ? completeReviewId(view.index, value) : firstOf([]));
    }
    const prompt = PROMPTS.find(({ definition }) => ref.type === "ref/prompt" && definition.name === ref.name);
    if (!prompt) return invalidParams("ref must name the review template or one of the prompts");
    const aspects = ASPECT_ARGUMENTS.has(name) ? (view.insights?.aspects ?? []) : [];
    return completed(firstOf(completeAspect(view.index, aspects, cut(value))));
  };
}
