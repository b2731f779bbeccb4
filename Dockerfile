# Builds for both architectures: docker buildx build --platform linux/amd64,linux/arm64 -t candor .
FROM node:20-bookworm-slim AS install
WORKDIR /opt/candor
COPY package.json package-lock.json .npmrc ./
# bunx.exe is the runtime once more under another name.
RUN npm ci --omit=dev && rm -f node_modules/bun/bin/bunx.exe

# Of Debian only what the runtime loads, the certificates, and a shell with the tools that compose.yaml calls.
FROM debian:bookworm-slim AS system
COPY --from=install /opt/candor/node_modules/bun/bin/bun.exe /runtime
RUN apt-get update && apt-get install -y --no-install-recommends busybox-static ca-certificates \
 && mkdir -p /system/bin /system/etc /system/usr/local/bin \
 && cp -L --parents $(ldd /runtime | grep -o '/lib[^ ]*') /bin/busybox /etc/ssl/certs/ca-certificates.crt /etc/os-release /system \
 && chroot /system /bin/busybox --install -s /bin \
 && echo 'candor:x:10001:10001::/var/lib/candor:/bin/sh' > /system/etc/passwd \
 && echo 'candor:x:10001:' > /system/etc/group \
 && printf '#!/bin/sh\nexec /opt/candor/node_modules/bun/bin/bun.exe --no-env-file /opt/candor/src/cli.ts "$@"\n' > /system/usr/local/bin/candor \
 && chmod 755 /system/usr/local/bin/candor

FROM scratch
LABEL org.opencontainers.image.title="Candor" \
      org.opencontainers.image.description="Publishes the verified reviews of a local business as open data: honest, complete, machine-readable, nobody exposed. Made for a physical-therapy clinic." \
      org.opencontainers.image.licenses="MIT"
COPY --from=system /system /
RUN mkdir -p -m 1777 /tmp && mkdir -p -m 700 /var/lib/candor /backups && chown 10001:10001 /var/lib/candor /backups
COPY --from=install /opt/candor/node_modules /opt/candor/node_modules
COPY package.json LICENSE CHANGELOG.md /opt/candor/
COPY src /opt/candor/src
COPY insights/engine /opt/candor/insights/engine
# /developers shows pages of the documentation.
COPY docs /opt/candor/docs
COPY examples /opt/candor/examples
# The same settings as on a machine with systemd: every command in the container uses the database of the service.
COPY deploy/candor.env /etc/candor.env
USER 10001
WORKDIR /var/lib/candor
VOLUME /var/lib/candor
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
# The root file system may be read-only: docker run --read-only --tmpfs /tmp -v candor:/var/lib/candor candor
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["/opt/candor/node_modules/bun/bin/bun.exe", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
ENTRYPOINT ["/opt/candor/node_modules/bun/bin/bun.exe", "--no-env-file", "/opt/candor/src/cli.ts"]
CMD ["serve"]
