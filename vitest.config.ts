import { defineConfig } from 'vitest/config'

// `daypack` means the source, in tests and in the Node processes they start with `process.execArgv`.
const conditions = ['daypack-source', 'node', 'development|production']
const quick = process.env['DAYPACK_QUICK'] === '1'
// At night every property runs as often as it was asked to, however long that takes.
const timeout = process.env['DAYPACK_NIGHTLY'] === '1' ? 3_600_000 : 60_000

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['daypack-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'bench/*/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(quick ? ['**/*.slow.test.ts'] : [])],
    globalSetup: ['./vitest.temporary.ts'],
    setupFiles: ['./vitest.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: timeout,
    hookTimeout: timeout,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', 'packages/daypack/src/testing/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: 'coverage',
      thresholds: {
        'packages/daypack/src/log/**': { branches: 95 },
        'packages/daypack/src/view/**': { branches: 95 },
        'packages/daypack/src/plan/**': { branches: 95 },
        'packages/daypack/src/drivers/files/**': { branches: 95 },
      },
    },
  },
})
