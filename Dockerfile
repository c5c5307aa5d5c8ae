# One image for every part of the product; docker-compose.yml says which part a
# container is. The Node is the one that package.json names.

FROM node:24.21.0-bookworm-slim AS source
WORKDIR /casino
COPY package.json package-lock.json ./
# npm runs it after it has installed.
COPY scripts/trim-exports.mjs scripts/

# What the running parts need, and nothing that only builds or tests.
FROM source AS dependencies
RUN npm ci --omit=dev --no-audit --no-fund

FROM source AS site
RUN npm ci --no-audit --no-fund
COPY core core
COPY web web
RUN node_modules/.bin/vite build web

FROM source
ENV NODE_ENV=production
COPY --from=dependencies /casino/node_modules node_modules
COPY --from=site /casino/web/dist web/dist
COPY core core
COPY contracts contracts
COPY api api
COPY scripts scripts
COPY ponder.config.ts ./
# Ponder writes its type declarations beside its sources as it starts.
COPY --chown=node:node indexer indexer
# For the volumes of these names: a new one takes its folder's owner over.
RUN mkdir /deployment /high-water && chown node:node /deployment /high-water
USER node
EXPOSE 3000
CMD ["node", "api/src/main.ts"]
