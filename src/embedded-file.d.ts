/** Files imported `with { type: "file" }` are their paths: on disk, or inside the one-file binary. */
declare module "*.ndjson" {
  const path: string;
  export default path;
}
