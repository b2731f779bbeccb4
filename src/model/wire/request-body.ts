/** The whole body, or null if it is larger than `max_bytes`. Rejects if the client hangs up before the end. */
export async function readBody(request: Request, max_bytes: number): Promise<Uint8Array | null> {
  const content_length = request.headers.get("content-length");
  // HTTP limits a body to its Content-Length, so only a body without this header is counted while it arrives.
  if (content_length !== null) return Number(content_length) > max_bytes ? null : request.bytes();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > max_bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
