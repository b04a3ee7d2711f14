# The images of the command line and of the tool server. Build the executables first:
#
#   deno task build linux-x64
#   docker build --target layerwright -t ghcr.io/layerwright/layerwright .
#   docker build --target layerwright-server -t ghcr.io/layerwright/layerwright-server .
#
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" \
#     ghcr.io/layerwright/layerwright generate api shop --json shop.json
#   docker run -d --read-only -p 127.0.0.1:8000:8000 \
#     -v "$PWD/projects:/workspace" -v layerwright-data:/data ghcr.io/layerwright/layerwright-server

# The base has Debian's libc, libgcc, certificates and time zones, but no shell and no package manager.
ARG BASE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f

FROM ${BASE} AS layerwright
ARG TARGETARCH
LABEL org.opencontainers.image.title="Layerwright" \
  org.opencontainers.image.description="Generates and grows layered Flask APIs from one spec" \
  org.opencontainers.image.url="https://github.com/layerwright/layerwright" \
  org.opencontainers.image.source="https://github.com/layerwright/layerwright" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="1.0.0"
COPY dist/image/layerwright/${TARGETARCH}/ /
WORKDIR /work
# A numeric user, because an engine can check that a number is not root.
USER 1000:1000
ENTRYPOINT ["/usr/bin/layerwright"]

FROM ${BASE} AS layerwright-server
ARG TARGETARCH
LABEL org.opencontainers.image.title="Layerwright tool server" \
  org.opencontainers.image.description="Scaffolds, extends and inspects layered Flask APIs for coding agents" \
  org.opencontainers.image.url="https://github.com/layerwright/layerwright" \
  org.opencontainers.image.source="https://github.com/layerwright/layerwright" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="1.0.0"
COPY dist/image/layerwright-server/${TARGETARCH}/ /
WORKDIR /workspace
# The server writes only to /workspace (projects) and /data (the API key, or a hosted server's SQLite).
ENV LAYERWRIGHT_HOST=0.0.0.0 \
  LAYERWRIGHT_PORT=8000 \
  LAYERWRIGHT_ROOT=/workspace \
  LAYERWRIGHT_API_KEY_FILE=/data/api-key \
  LAYERWRIGHT_DATA=/data
USER 1000:1000
VOLUME ["/data", "/workspace"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/usr/bin/layerwright-server", "--health"]
ENTRYPOINT ["/usr/bin/layerwright-server"]
