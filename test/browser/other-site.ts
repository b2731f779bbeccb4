/** A page of another site, with its own style and content security policy. */
export function serveOtherSite(body: string, { policy = "", style = "", head = "" } = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/"
        ? new Response(
            `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Elsewhere</title>${head}${style === "" ? "" : `<style>${style}</style>`}<main><h1>Elsewhere</h1>${body}<p id="after">After</p></main>`,
            {
              headers: {
                "Content-Type": "text/html; charset=utf-8",
                ...(policy === "" ? {} : { "Content-Security-Policy": policy }),
              },
            },
          )
        : new Response(null, { status: 204 }),
  });
  return { url: server.url.href, stop: () => server.stop(true) };
}

/** Allows only what is loaded from one origin: no inline style, and no markup from a string. */
export const strictPolicy = (origin: string): string =>
  `default-src 'none'; script-src ${origin}; img-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`;
