# Builds the two images of docker-compose.yml: the proxy, and one for everything
# else. The Node version is that of package.json.

FROM caddy:2.11.4-alpine AS proxy
COPY Caddyfile /etc/caddy/
# A new volume takes over the owner of its folder.
RUN mkdir /certificates && chown 1000:1000 /certificates
ENV XDG_DATA_HOME=/certificates XDG_CONFIG_HOME=/tmp
USER 1000:1000

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /casino

FROM base AS source
COPY package.json package-lock.json ./
# npm's postinstall script.
COPY scripts/trim-exports.mjs scripts/

FROM source AS dependencies
RUN npm ci --omit=dev --no-audit --no-fund

FROM source AS site
RUN npm ci --no-audit --no-fund
COPY core core
COPY web web
RUN node_modules/.bin/vite build web

FROM base AS casino
ENV NODE_ENV=production
COPY --from=dependencies /casino/node_modules node_modules
COPY --from=site /casino/web/dist web/dist
COPY core core
COPY contracts contracts
COPY api api
COPY scripts scripts
COPY deploy/roles.sql deploy/
COPY ponder.config.ts package.json ./
COPY indexer indexer
# Ponder rewrites this file as it starts, which a read-only root would refuse.
RUN ln -sf /dev/null indexer/ponder-env.d.ts
RUN mkdir /deployment /high-water && chown node:node /deployment /high-water
USER node
EXPOSE 3000
CMD ["node", "api/src/main.ts"]
