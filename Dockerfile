# The tool server of one person: `docker compose up -d`, or
#
#   docker build -t layerwright .
#   docker run -d --read-only -p 127.0.0.1:8000:8000 \
#     -v "$PWD/projects:/workspace" -v layerwright-data:/data layerwright
#
# Nothing but /workspace (the projects) and /data (the API key) is ever written.

FROM denoland/deno:2.9.6 AS build
WORKDIR /source
COPY deno.json deno.lock ./
RUN deno ci
COPY . .
RUN deno bundle --frozen --platform deno -o /app/server.js server.ts && cp LICENSE /app/

FROM denoland/deno:2.9.6
LABEL org.opencontainers.image.title="Layerwright tool server" \
  org.opencontainers.image.description="Scaffolds, extends and inspects layered Flask APIs for coding agents" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="1.0.0"
RUN install -d -o 1000 -g 1000 /data /workspace
COPY --from=build /app /app
WORKDIR /workspace
ENV LAYERWRIGHT_HOST=0.0.0.0 \
  LAYERWRIGHT_PORT=8000 \
  LAYERWRIGHT_ROOT=/workspace \
  LAYERWRIGHT_API_KEY_FILE=/data/api-key
# A number, because an engine can tell from it that this is not root.
USER 1000:1000
VOLUME ["/data", "/workspace"]
EXPOSE 8000
# There is no curl, and a request by Deno takes three times as long.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8000; printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3; grep -q '\"ok\"' <&3"]
ENTRYPOINT ["deno", "run", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", \
  "--allow-net=0.0.0.0:8000", \
  "--allow-read=/workspace,/data", \
  "--allow-write=/workspace,/data", \
  "--allow-env=LAYERWRIGHT_*,HOME,NO_COLOR", \
  "/app/server.js"]
