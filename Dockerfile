# Builds for both architectures: docker buildx build --platform linux/amd64,linux/arm64 -t candor .
FROM node:20-bookworm-slim AS install
WORKDIR /opt/candor
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /var/lib/candor --create-home candor
COPY --from=install /opt/candor/node_modules /opt/candor/node_modules
COPY package.json LICENSE CHANGELOG.md /opt/candor/
COPY src /opt/candor/src
# /developers shows pages of the documentation.
COPY docs /opt/candor/docs
COPY examples /opt/candor/examples
USER 10001
WORKDIR /var/lib/candor
VOLUME /var/lib/candor
ENV HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/var/lib/candor/candor.db
EXPOSE 8080
# The root file system may be read-only: docker run --read-only --tmpfs /tmp -v candor:/var/lib/candor candor
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["/opt/candor/node_modules/bun/bin/bun.exe", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
ENTRYPOINT ["/opt/candor/node_modules/bun/bin/bun.exe", "/opt/candor/src/cli.ts"]
CMD ["serve"]
