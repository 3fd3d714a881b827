/**
 * Tools of which a project or a person has one at a time, a group each, in no language's words: who says `we moved to bun`
 * no longer uses pnpm. What stands side by side, such as databases and languages, is not here.
 */
export const SOFTWARE: readonly string[] = [
  'npm|pnpm|yarn|bun|deno',
  'pip|poetry|pipenv|uv|conda',
  'vim|neovim|nvim|emacs|helix|zed|vs ?code|vscode|sublime(?: text)?|intellij|webstorm|pycharm|cursor',
  'jest|vitest|mocha|ava|jasmine',
  'jenkins|github actions|gitlab ci|circleci|travis|drone|buildkite|woodpecker',
  'heroku|render|railway|fly(?:\\.io)?|vercel|netlify|hetzner|scaleway|digitalocean|linode|aws|gcp|azure',
  'jira|linear|trello|asana|shortcut|clickup|youtrack',
  'slack|microsoft teams|ms teams|mattermost|zulip|discord',
  'webpack|vite|rollup|parcel|esbuild|turbopack',
  'eslint|biome|oxlint',
  'bash|zsh|fish',
]

/** Tools that may stand side by side: one takes the place of another only where that is said. */
export const SOFTWARE_REPLACED: readonly string[] = [
  'mysql|mariadb|postgres(?:ql)?|sqlite|mongo(?:db)?|oracle|dynamodb|cassandra',
  'redis|memcached|valkey|dragonfly',
  'kafka|rabbitmq|nats|sqs|pulsar|celery|sidekiq',
  'tokio|async-std|smol',
  'react|vue|angular|svelte|solid',
  'docker|podman',
  'yup|zod|joi|valibot',
  'maven|gradle|bazel',
  'redux|zustand|mobx|pinia|vuex|jotai',
  'tailwind(?: ?css)?|bootstrap|bulma',
  'figma|sketch|penpot|adobe xd',
  'notion|obsidian|evernote|confluence|onenote',
  'prisma|drizzle|typeorm|sequelize|knex',
  'axum|actix|rocket|warp',
  'spotify|deezer|tidal|apple music',
]

/** Names of tools that belong to a topic, whatever the language. */
export const SOFTWARE_RELATED = `
database: | mysql postgresql postgres sqlite mongodb redis mariadb oracle cassandra dynamodb supabase tidb sql
frontend: | react vue angular svelte css html browser
backend: | api nodejs express django flask spring fastapi rails gin
programming: | python typescript javascript rust golang java kotlin zig swift
testing: | pytest jest vitest mocha junit coverage
deploy: | docker kubernetes k8s helm ci jenkins vercel
build: | webpack vite bundler tsc cmake jenkins drone gitlab-ci github-actions
container: | docker podman kubernetes k8s
kubernetes: kubernetes k8s
hosting: | aws azure gcp aliyun s3 heroku vercel netlify hetzner railway render digitalocean ovh scaleway cloudflare fly
cache: | redis memcached ttl
queue: | kafka rabbitmq sqs nats bullmq pg-boss celery sidekiq river dramatiq
login: | jwt oauth session token password sso
performance: | p99 p95
latency: | p99 p95 ms
build: | incremental
connection: | econnrefused econnreset
repository: | github gitlab bitbucket
package-manager: package-manager | npm pnpm yarn bun pip poetry uv
security: | cve xss csrf
memory: | oom
network: | dns tcp http
monitor: | grafana prometheus
editor: | vscode vim emacs neovim cursor helix
computer: | linux macos windows ubuntu
ticket: tickets issues bugs | jira linear trello asana
chat: chat | slack zulip discord teams
`
