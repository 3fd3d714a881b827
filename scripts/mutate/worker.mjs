// A process that holds a test server on code full of switches. It is told which tests to run, in the file `question` of its
// folder, and answers when they have; whoever started it ends it when it takes too long.
import { createVitest } from 'vitest/node'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { withSwitches } from './switches.mjs'

const folder = process.argv[2] ?? ''
/** @type {import('./switches.mjs').Switched[]} */
const mutations = JSON.parse(readFileSync(path.join(folder, 'round'), 'utf8'))
const files = Map.groupBy(mutations, ({ file }) => file)
const vitest = await createVitest(
  'test',
  {
    watch: false,
    maxWorkers: 1,
    isolate: false,
    reporters: [{}],
    silent: true,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    runner: path.join(import.meta.dirname, 'runner.mjs'),
    env: { DAYPACK_MUTATE: folder },
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
process.on('message', (/** @type {import('./runner.mjs').Question} */ question) => void answer(question))
process.on('disconnect', () => process.exit())
process.send?.('ready')

/** Each change takes seven runs at most, and what is over runs nothing. @param {import('./runner.mjs').Question} question */
async function answer({ test, wanted, isFresh }) {
  const specification = vitest.getRootProject().createSpecification(test)
  const runs = isFresh ? 1 : 1 + 7 * wanted.length
  await vitest.runTestSpecifications(Array.from({ length: runs }, () => specification)).catch(() => {})
  process.send?.('done')
}
