/** RFC 9309. Everything is public, but crawlers should not follow the endless search links. */
export const renderRobotsTxt = (base_url: string): string =>
  [
    "User-agent: *",
    "Allow: /",
    "Disallow: /reviews?",
    "Disallow: /mcp",
    "",
    `Sitemap: ${base_url}/sitemap.xml`,
    "",
  ].join("\n");
