/** Files imported `with { type: "file" }` are their paths: on disk, or inside the one-file binary. */
declare module "*.ndjson" {
  const path: string;
  export default path;
}
declare module "*.png" {
  const path: string;
  export default path;
}
/** Files that are imported as text (`with { type: "text" }`), for the same reason. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
