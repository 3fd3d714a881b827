// Loaded into every program that a test starts: the same switches, turned as in the test.
import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withSwitches } from './switches.mjs'

const folder = process.env['DAYPACK_MUTATE'] ?? ''
const active = Number(process.env['DAYPACK_MUTANT'])
/** @type {import('./switches.mjs').Switched[]} */
const mutations = JSON.parse(readFileSync(path.join(folder, 'round'), 'utf8'))
const files = Map.groupBy(mutations, ({ file }) => file)
const reached = new Set()
const world = /** @type {{ isMutant?: (id: number) => boolean }} */ (globalThis)
world.isMutant = (id) => {
  // Written at once: programs are ended at any moment.
  if (!reached.has(id)) appendFileSync(path.join(folder, 'children'), `${id}\n`)
  reached.add(id)
  return id === active
}
registerHooks({
  load(url, context, next) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : ''
    const own = files.get(file)
    if (!own) return next(url, context)
    return {
      format: 'module-typescript',
      source: withSwitches(file, readFileSync(file, 'utf8'), own),
      shortCircuit: true,
    }
  },
})
