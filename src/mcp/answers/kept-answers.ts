import { createRecent, type Recent } from "../../model/basics/recent.ts";
import type { RpcResult } from "../protocol/json-rpc.ts";

type Answer = { result: RpcResult };

/**
 * Answers of one snapshot by question. Many agents ask the same, and an answer depends only on the snapshot. Null means
 * that a question was asked once. Most questions are never repeated, and keeping their answers would cost more than it
 * saves.
 */
export type KeptAnswers = Recent<string, Answer | null>;

const MOST = { entries: 512, weight: 4 << 20 } as const;
const MOST_KEY_CHARACTERS = 300;

const bytesOf = (answer: Answer | null): number =>
  answer?.result.rest?.reduce((sum, { length }) => sum + length, 0) ?? 0;

export const createKeptAnswers = (): KeptAnswers => createRecent(MOST, bytesOf);

/** Joins an answer into one piece of bytes, which each response copies. */
function prepare({ result: { json, rest = [], ...members } }: Answer): Answer {
  return { result: { ...members, json: "{", rest: [Buffer.concat([Buffer.from(json.slice(1)), ...rest])] } };
}

export const recallAnswer = (kept: KeptAnswers, key: string): Answer | null => kept.get(key) ?? null;

/** Keeps the answer if the same question was asked before. */
export function keepAnswer(kept: KeptAnswers, key: string, answer: Answer): Answer {
  if (key.length > MOST_KEY_CHARACTERS) return answer;
  const given = kept.get(key) === undefined ? null : prepare(answer);
  kept.set(key, given);
  return given ?? answer;
}
