import { createEngine } from "../engine/engine.ts";

/** One engine for all tests of a process: the weights are 19 MB. */
export const engine = createEngine();
