export const HUB_PATH = "/api/websub/hub";
export const STATUS_PATH = "/api/websub/status/";
export const TOPICS = ["/feed.xml", "/api/feed.json", "/reviews.json", "/api/changes.json"] as const;
