/** A file imported `with { type: "file" }` gives its path, on disk or inside the one-file binary. */
declare module "*.ndjson" {
  const path: string;
  export default path;
}
declare module "*.png" {
  const path: string;
  export default path;
}
/** A file imported `with { type: "text" }` gives its text, so that the one-file binary contains it. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
declare module "*.template.yaml" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.words.txt" {
  const text: string;
  export default text;
}
