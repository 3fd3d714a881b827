// Redaction on real text: time for 64 KB, how much is found where nothing should be, and time on hostile megabytes.
// Run: node --conditions=daypack-source bench/memory/secrets.ts [--secretlint]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findSecrets, secretlintFinder, type FindSecrets } from 'daypack/memory'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'

const SLICE = 65_536
const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')

function* slices(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.gz')) continue
    const text = gunzipSync(readFileSync(join(entry.parentPath, entry.name))).toString()
    for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE)
  }
}

async function measure(name: string, find: FindSecrets): Promise<void> {
  const times: number[] = []
  const found = new Map<string, number>()
  for (const folder of ['files', 'memory', 'trajectories/tau-bench', 'trajectories/entire-cli']) {
    for (const text of slices(join(data ?? '', folder))) {
      const start = process.cpuUsage()
      const secrets = await find(text)
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 1000)
      for (const { rule } of secrets) found.set(rule, (found.get(rule) ?? 0) + 1)
    }
  }
  times.sort((a, b) => a - b)
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(2)
  console.log(`${name}: ${times.length} slices of 64 KB, CPU time p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  console.log(`  found: ${[...found].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'nothing'}`)
}

const HOSTILE = [
  'a',
  'eyJ-',
  'sk-',
  '-----BEGIN PRIVATE KEY-----',
  'password: ',
  '://a:',
  'xoxb-a',
  'token is ',
  '0Q~a',
  'bearer a1',
]

await measure('own rules', findSecrets)
if (process.argv.includes('--secretlint')) await measure('secretlint', await secretlintFinder())
let worst = 0
for (const seed of HOSTILE) {
  const text = seed.repeat(Math.ceil((1 << 20) / seed.length))
  const start = performance.now()
  findSecrets(text)
  worst = Math.max(worst, performance.now() - start)
}
console.log(`hostile megabytes: slowest ${worst.toFixed(0)} ms for all rules together`)
