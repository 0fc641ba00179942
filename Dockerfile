# The production image of Sightline: `docker build -t sightline .`
#
# It runs on the official Node image of the version that package-lock.json pins for development. Nothing in the build
# needs a secret: all configuration is read from the environment at the start (docs/settings.md).

ARG NODE_TAG=26.10.0-slim

FROM node:${NODE_TAG} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
# The only install script would download a second Node.
RUN npm ci --ignore-scripts
COPY . .
RUN node lib/launch/main.ts build && rm -rf .next/cache .next/trace .next/trace-build .next/diagnostics

FROM node:${NODE_TAG} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages are for building only: Next's compiler, and an image optimizer that is switched off.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:${NODE_TAG} AS production
ARG NODE_TAG
LABEL org.opencontainers.image.title="Sightline" \
      org.opencontainers.image.description="A read-only browser for an organization's uptime monitors." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.base.name="docker.io/library/node:${NODE_TAG}"
WORKDIR /app
# HOSTNAME: a container's own host name is ignored, and the default is loopback, which nothing outside could reach.
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=:: \
    PORT=3000 \
    SIGHTLINE_DATA_DIR=/data
# The only folder that is written to. The user is the image's `node`, by number, so that Kubernetes can check it.
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
VOLUME /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY package.json next.config.mjs LICENSE ./
COPY public ./public
# The launcher and the commands, which Node runs as they are: `docker run --rm -it sightline npm run --silent hash-password`.
# All else of lib is in the build.
COPY lib/launch ./lib/launch
COPY lib/process/log.ts lib/process/shared.ts ./lib/process/
COPY lib/server/auth/token-hash.ts lib/server/auth/password-hash.ts ./lib/server/auth/
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "lib/launch/health-check.ts"]
CMD ["node", "lib/launch/main.ts", "start"]
