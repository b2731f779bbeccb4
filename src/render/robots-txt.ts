/** RFC 9309. Everything is public; searches without end are not worth a crawler's time. */
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
