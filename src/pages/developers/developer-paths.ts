/** The pages for developers, as their navigation lists them. */
export const DEVELOPER_SECTIONS = [
  { path: "/developers", label: "Quick start" },
  { path: "/developers/reference", label: "Reference" },
  { path: "/developers/mcp", label: "MCP" },
  { path: "/developers/websub", label: "WebSub" },
  { path: "/developers/embedding", label: "Embedding" },
  { path: "/developers/errors", label: "Errors" },
  { path: "/developers/compatibility", label: "Compatibility" },
  { path: "/developers/changelog", label: "Changelog" },
] as const;

export type DeveloperPath = (typeof DEVELOPER_SECTIONS)[number]["path"];

export const DEVELOPER_PATHS: readonly DeveloperPath[] = DEVELOPER_SECTIONS.map(({ path }) => path);
