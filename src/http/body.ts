/** The whole body; null when it is larger than `max_bytes`, by its Content-Length or by the bytes that arrive. */
export async function readBody(request: Request, max_bytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > max_bytes) return null;
  if (!request.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > max_bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
