import CHANGELOG from "../../../CHANGELOG.md" with { type: "text" };
import COMPATIBILITY from "../../../docs/compatibility.md" with { type: "text" };
import EMBEDDING from "../../../docs/embedding.md" with { type: "text" };
import MCP from "../../../docs/mcp.md" with { type: "text" };
import WEBSUB from "../../../docs/websub.md" with { type: "text" };

/** Documents of this repository that /developers shows. */
export const GUIDES = [
  {
    path: "/developers/mcp",
    title: "MCP",
    description: "How an agent reads these reviews with the Model Context Protocol.",
    markdown: MCP,
  },
  {
    path: "/developers/websub",
    title: "WebSub",
    description: "How to receive every new, changed or erased review.",
    markdown: WEBSUB,
  },
  {
    path: "/developers/embedding",
    title: "Embedding",
    description: "How to show these reviews on another site: a widget, a frame or a badge.",
    markdown: EMBEDDING,
  },
  {
    path: "/developers/compatibility",
    title: "Compatibility",
    description: "What consumers can rely on, how the service grows and how something ends.",
    markdown: COMPATIBILITY,
  },
  {
    path: "/developers/changelog",
    title: "Changelog",
    description: "What changed, release by release.",
    markdown: CHANGELOG,
  },
] as const;
