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
