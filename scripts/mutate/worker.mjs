// A process that holds a test server and tries one change after another: the change is made in memory, on the way to the
// tests. It is told { mutation, tests } and answers { noticed, by } ; whoever started it ends it when it takes too long.
import { BaseSequencer, createVitest } from 'vitest/node'
import { readFileSync } from 'node:fs'

/** @type {import('./mutations.mjs').Mutation | undefined} */
let active
let by = ''
/** @type {Record<string, number>} */
let times = {}
/** As they were asked for: the test most likely to notice comes first. */
class AsAsked extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files @override */
  async sort(files) {
    return files
  }
}
const vitest = await createVitest(
  'test',
  {
    watch: false,
    bail: 1,
    maxWorkers: 1,
    // One process for all tests of a change: they share what they import.
    isolate: false,
    // `testModules` of a run also lists what ran before, so each run collects its own.
    reporters: [
      {
        onTestModuleEnd(module) {
          times[module.moduleId] = module.diagnostic().duration
          if (module.state() === 'failed') by ||= module.moduleId
        },
      },
    ],
    sequence: { sequencer: AsAsked },
    silent: true,
    execArgv: ['--max-old-space-size=1000', '--conditions=daypack-source'],
  },
  {
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        load(id) {
          if (!active || id.split('?')[0] !== active.file) return undefined
          const text = readFileSync(active.file, 'utf8')
          return text.slice(0, active.from) + active.by + text.slice(active.to)
        },
      },
    ],
  },
)
process.on('message', (/** @type {{ mutation?: import('./mutations.mjs').Mutation, tests: string[] }} */ asked) => {
  void answer(asked)
})
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })

/** @param {{ mutation?: import('./mutations.mjs').Mutation, tests: string[] }} asked */
async function answer({ mutation, tests }) {
  active = mutation
  if (mutation) vitest.invalidateFile(mutation.file)
  const project = vitest.getRootProject()
  ;[by, times] = ['', {}]
  try {
    const specifications = tests.map((file) => project.createSpecification(file))
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (unhandledErrors.length > 0) by ||= 'an error outside of tests'
  } catch (error) {
    by = String(error)
  }
  active = undefined
  if (mutation) vitest.invalidateFile(mutation.file)
  process.send?.({ noticed: by !== '', by, times })
}
