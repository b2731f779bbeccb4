import type { RenderMore } from "../snapshot/build.ts";

/** The documents of a snapshot that come from beyond the data's own formats. */
export const renderMore: RenderMore = () => [];
