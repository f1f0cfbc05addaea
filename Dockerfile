FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc .swcrc tsconfig.json mikro-orm.config.ts vite.config.mts ./
COPY src src
COPY rest-facade rest-facade
COPY schema schema
COPY scripts scripts
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "dist/src/main.js"]
