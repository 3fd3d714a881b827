/** The pages of the site in reading order. Every Markdown file below docs/ is listed once; `npm run docs` says if not. */
export const GROUPS = [
  {
    title: 'Start',
    pages: [
      'README.md',
      'docs/install.md',
      'docs/five-minutes.md',
      'docs/first-hour.md',
      'docs/which.md',
      'docs/choosing.md',
      'docs/costs.md',
      'docs/troubleshooting.md',
      'docs/glossary.md',
    ],
  },
  {
    title: 'Use',
    pages: [
      'docs/hosts.md',
      'docs/gateway.md',
      'docs/python.md',
      'docs/models.md',
      'docs/plugins.md',
      'docs/mcp.md',
      'docs/acp.md',
      'docs/inspector.md',
      'docs/cli.md',
      'docs/config.md',
      'docs/presets.md',
      'docs/memory.md',
      'docs/retrieval-tools.md',
      'docs/moving.md',
    ],
  },
  {
    title: 'Run',
    pages: [
      'docs/many-users.md',
      'docs/serverless.md',
      'docs/privacy.md',
      'docs/durability.md',
      'docs/telemetry.md',
      'docs/drivers/files.md',
      'docs/drivers/postgres.md',
      'docs/scale.md',
      'docs/backends.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Understand',
    pages: [
      'docs/README.md',
      'docs/architecture.md',
      'docs/engine.md',
      'docs/handover.md',
      'docs/cache.md',
      'docs/memory-search.md',
      'docs/benchmarks.md',
    ],
  },
  { title: 'Change', pages: ['CONTRIBUTING.md', 'docs/testing.md', 'CHANGELOG.md'] },
]

/** Groups for what is not named above, by folder; the rest goes to the last group. */
export const FOLDERS = { 'docs/passes/': 'Passes', 'docs/decisions/': 'Decisions', 'docs/': 'Reference' }
