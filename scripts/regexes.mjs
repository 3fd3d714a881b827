// Every regular expression of the source, looked at by recheck: which could take more than linear time on hostile text.
// `npm run regexes`: a list of those, as JSON with --json. Takes minutes; part of `npm run nightly`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { check } from 'recheck'
import { root } from './setup.mjs'

const SOURCES = [
  'packages/daypack/src',
  'packages/daypack-gateway/src',
  'packages/daypack-postgres/src',
  'packages/cli/src',
]
const TIMEOUT_MS = 3_000

const found = new Map()
for (const source of SOURCES) {
  for (const name of readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('testing')) continue
    const text = readFileSync(path.join(root, source, name), 'utf8')
    for (const literal of regexesIn(parseSync(name, text).program)) {
      const key = `/${literal.regex.pattern}/${literal.regex.flags}`
      const line = text.slice(0, literal.start).split('\n').length
      const known = found.get(key) ?? { ...literal.regex, places: [] }
      known.places.push(`${source}/${name}:${line}`)
      found.set(key, known)
    }
  }
}

const counts = { safe: 0, vulnerable: 0, unknown: 0 }
const listed = []
for (const { pattern, flags, places } of found.values()) {
  const result = await check(pattern, flags, { timeout: TIMEOUT_MS })
  const { status } = result
  const complexity = 'complexity' in result ? result.complexity?.summary : ''
  counts[status]++
  if (status === 'safe') continue
  listed.push({ status, complexity, places, pattern })
  if (!process.argv.includes('--json')) console.log(status, complexity, places.join(' '), pattern.slice(0, 120))
}
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ regexes: found.size, ...counts, listed }, undefined, 2))
else console.log({ regexes: found.size, ...counts })

/**
 * All regular expression literals below a node.
 * @param {any} node
 * @returns {any[]}
 */
function regexesIn(node) {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(regexesIn)
  if (node.type === 'Literal' && node.regex) return [node]
  return Object.values(node).flatMap(regexesIn)
}
