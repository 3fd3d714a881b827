import { defineConfig } from 'vitest/config'

const conditions = ['daypack-source', 'node', 'module', 'import', 'default']
const quick = process.env['DAYPACK_QUICK'] === '1'

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(quick ? ['**/*.slow.test.ts'] : [])],
    setupFiles: ['./vitest.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    execArgv: ['--conditions=daypack-source'],
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
