import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// `daypack` means the source, in tests and in the Node processes they start with `process.execArgv`.
const conditions = ['daypack-source', 'node', 'development|production']
const quick = process.env['DAYPACK_QUICK'] === '1'
// At night every property runs as often as it was asked to, however long that takes.
// Slow tests start several programs each: seconds of work, and many more on a machine that does other things as well.
const timeout = process.env['DAYPACK_NIGHTLY'] === '1' ? 3_600_000 : quick ? 60_000 : 300_000

/** Left out of quick runs. A journey starts real programs and waits for them. */
const SLOW = ['**/*.slow.test.ts', '**/test/journeys/*.test.ts']

/** The long ones first, so that the end of the run is made of short ones and no worker waits for another. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((glob) => path.matchesGlob(moduleId, glob))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['daypack-source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'lab/src/**/*.test.ts',
      'bench/*/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', ...(quick ? SLOW : [])],
    globalSetup: ['./vitest.temporary.ts'],
    setupFiles: ['./vitest.setup.ts'],
    pool: 'forks',
    // Files share a worker and the modules it has loaded: loading them anew for each took more than half of the processor
    // time of quick tests. So a test puts back what it changes of the process, and what it imports registers no hooks.
    isolate: false,
    // One more than the cores: slow tests start programs and wait for them.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: timeout,
    hookTimeout: timeout,
    coverage: {
      provider: 'v8',
      // By the tests of the engine alone (`npm run test:coverage`): counting in all of them cost a third of their time.
      include: ['packages/daypack/src/{log,view,plan,session,drivers}/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: 'coverage',
      thresholds: {
        'packages/daypack/src/log/**': { branches: 95 },
        'packages/daypack/src/view/**': { branches: 94 },
        'packages/daypack/src/plan/**': { branches: 93 },
        'packages/daypack/src/drivers/files/**': { branches: 94 },
      },
    },
  },
})
