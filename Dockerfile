# The service in one image: page and intake, worker, or both, by the command that it is started with.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
# Generates the database client and builds the page; afterwards only what the service runs with is kept.
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001
# Not through npm, so that SIGTERM reaches the service itself.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--max-old-space-size=256", "src/main.ts"]
CMD ["all"]
