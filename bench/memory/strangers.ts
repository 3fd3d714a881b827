// What the rules note of people nobody here wrote: two users of MemoryBank in two languages, their turns labelled by hand
// before the rules were run on them. Run: node --conditions=daypack-source bench/memory/strangers.ts [--show]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../../packages/daypack/src/memory/write/extract.ts'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'

const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')

/** Turns of the first six days that say something lasting; `open`: a judge may take them or leave them. */
const GOLD = [
  { users: ['Sunny', '孙悦'], keep: [0, 2, 6, 7, 21], open: [3, 4, 11, 16, 19, 20] },
  { users: [' Jason ', '周立'], keep: [0, 2, 3, 7, 9, 12, 13, 18, 23, 24, 25, 26], open: [4, 8, 20, 22] },
]
type Bank = Readonly<Record<string, { history: Readonly<Record<string, readonly { query: string }[]>> }>>

console.log('| set | recall of turns | precision of lines |\n| --- | --- | --- |')
for (const [language, index] of [
  ['en', 0],
  ['cn', 1],
] as const) {
  const file = join(data, 'memory/memorybank', `memory_bank_${language}.json.gz`)
  const bank = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Bank
  const sum = { keep: 0, noted: 0, lines: 0, right: 0 }
  for (const { users, keep, open } of GOLD) {
    const days = Object.values(bank[users[index] ?? '']?.history ?? {}).slice(0, 6)
    days.flat().forEach(({ query }, turn) => {
      const heard = [{ seq: turn, by: 'user' as const, text: query }]
      const lines = extract({ heard, attempts: [] }).map(({ text }) => text)
      const isKept = keep.includes(turn)
      if (isKept) sum.keep++
      if (isKept && lines.length > 0) sum.noted++
      if (open.includes(turn)) return
      sum.lines += lines.length
      if (isKept) sum.right += lines.length
      else if (process.argv.includes('--show')) for (const line of lines) console.log(`  not wanted: ${line}`)
    })
  }
  const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} % (${part}/${of})`
  console.log(`| MemoryBank ${language} | ${percent(sum.noted, sum.keep)} | ${percent(sum.right, sum.lines)} |`)
}
