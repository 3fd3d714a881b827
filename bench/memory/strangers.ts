// What the rules note of people nobody here wrote: users of MemoryBank in two languages, their turns labelled by hand. Those
// of the tuning part were looked at; those of the held-out part were labelled before the rules were run on them, and what the
// rules note there is never shown. Run: node --conditions=daypack-source bench/memory/strangers.ts [--show]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../../packages/daypack/src/memory/write/extract.ts'
import { sharedData } from '../../packages/daypack/test/shared-data.ts'

const data = sharedData()
if (data === undefined) throw new Error('The shared data is not here; set DAYPACK_DATA.')

/** Turns of the first six days that say something lasting; `open`: a judge may take them or leave them. */
const PARTS = {
  tuning: [
    { users: [' Jason ', '周立'], keep: [0, 2, 3, 7, 9, 12, 13, 18, 23, 24, 25, 26], open: [4, 8, 20, 22] },
    { users: [' Ivy ', '宫晓燕'], keep: [0, 2, 6, 12, 20], open: [1, 4, 7, 10, 13, 15, 17] },
    { users: ['Gary', '姚国栋'], keep: [0, 3, 10, 17], open: [2, 6, 11, 13, 14, 16] },
    { users: ['Susan', '郑思雨'], keep: [0, 1, 2, 6], open: [3, 10, 13, 14] },
  ],
  'held-out': [
    { users: ['Sunny', '孙悦'], keep: [0, 2, 6, 7, 21], open: [3, 4, 11, 16, 19, 20] },
    { users: ['Frank', '王峰'], keep: [0, 1, 8, 9, 13, 21], open: [3, 4, 14, 15, 18, 20, 25, 30, 32, 33, 36, 37] },
    { users: ['Luna', '陆琳'], keep: [0, 1, 2, 13, 16, 23, 24, 28], open: [4, 8, 9, 10, 19, 21, 25, 26, 30] },
  ],
}
type Bank = Readonly<Record<string, { history: Readonly<Record<string, readonly { query: string }[]>> }>>

console.log('| part | set | recall of turns | precision of lines |\n| --- | --- | --- | --- |')
for (const [part, people] of Object.entries(PARTS))
  for (const [language, index] of [
    ['en', 0],
    ['cn', 1],
  ] as const) {
    const file = join(data, 'memory/memorybank', `memory_bank_${language}.json.gz`)
    const bank = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Bank
    const isShown = part === 'tuning' && process.argv.includes('--show')
    const sum = { keep: 0, noted: 0, lines: 0, right: 0 }
    for (const { users, keep, open } of people) {
      const days = Object.values(bank[users[index] ?? '']?.history ?? {}).slice(0, 6)
      days.flat().forEach(({ query }, turn) => {
        const heard = [{ seq: turn, by: 'user' as const, text: query }]
        const lines = extract({ heard, attempts: [] }).map(({ text }) => text)
        const isKept = keep.includes(turn)
        if (isKept) sum.keep++
        if (isKept && lines.length > 0) sum.noted++
        if (isShown && isKept && lines.length === 0) console.log(`  missed: ${query}`)
        if (open.includes(turn)) return
        sum.lines += lines.length
        if (isKept) sum.right += lines.length
        else if (isShown) for (const line of lines) console.log(`  not wanted: ${line}`)
      })
    }
    const percent = (good: number, of: number): string => `${((100 * good) / of).toFixed(1)} % (${good}/${of})`
    console.log(
      `| ${part} | MemoryBank ${language} | ${percent(sum.noted, sum.keep)} | ${percent(sum.right, sum.lines)} |`,
    )
  }
