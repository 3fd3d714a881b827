// A process that holds a test server on code full of switches. It is told { active, tests } and answers { noticed, by, times,
// reached }; whoever started it ends it when it takes too long.
import { BaseSequencer, createVitest } from 'vitest/node'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withSwitches } from './switches.mjs'

/** @type {{ mutations: import('./switches.mjs').Switched[], folder: string }} */
const { mutations, folder } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const [state, hits] = [path.join(folder, `${process.pid}.active`), path.join(folder, `${process.pid}.hits`)]
writeFileSync(state, '-1')
const files = Map.groupBy(mutations, ({ file }) => file)
let by = ''
/** @type {Record<string, number>} */
let times = {}
/** As they were asked for: the test most likely to notice comes first. */
class AsAsked extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} tests @override */
  async sort(tests) {
    return tests
  }
}
const vitest = await createVitest(
  'test',
  {
    watch: false,
    bail: 1,
    maxWorkers: 1,
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
    setupFiles: ['./vitest.setup.ts', path.join(import.meta.dirname, 'active.mjs')],
    env: { DAYPACK_MUTATE: `${state}|${hits}` },
    execArgv: ['--max-old-space-size=1000', '--conditions=daypack-source'],
  },
  {
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        load(id) {
          const file = id.split('?')[0] ?? ''
          const own = files.get(file)
          return own && withSwitches(file, readFileSync(file, 'utf8'), own)
        },
      },
    ],
  },
)
process.on('message', (/** @type {{ active: number, tests: string[], all?: boolean }} */ asked) => {
  void answer(asked)
})
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })

/** `all`: every test runs in a process of its own, whatever fails. @param {{ active: number, tests: string[], all?: boolean }} asked */
async function answer({ active, tests, all = false }) {
  const project = vitest.getRootProject()
  for (const { config } of [vitest, project]) Object.assign(config, { bail: all ? 0 : 1, isolate: all })
  writeFileSync(state, String(active))
  rmSync(hits, { force: true })
  ;[by, times] = ['', {}]
  const failed = new Set()
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      tests.map((file) => project.createSpecification(file)),
    )
    for (const module of testModules) if (module.state() === 'failed') failed.add(module.moduleId)
    if (unhandledErrors.length > 0) by ||= 'an error outside of tests'
  } catch (error) {
    by = String(error)
  }
  process.send?.({ noticed: by !== '', by, times, failed: [...failed], reached: reachedBy() })
}

/** @returns {Record<string, number[]>} */
function reachedBy() {
  try {
    const lines = readFileSync(hits, 'utf8').trim().split('\n')
    return Object.fromEntries(
      lines.map((line) => {
        const { test, reached } = JSON.parse(line)
        return [test, reached]
      }),
    )
  } catch {
    return {}
  }
}
