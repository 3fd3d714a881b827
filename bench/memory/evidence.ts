// Does the check of evidence let true lines through and stop invented ones? The cases were written by others than the check.
// Run: node --conditions=daypack-source bench/memory/evidence.ts [--show] [--fresh]
import { casesIn, judge } from './evidence/cases.ts'

const isShown = process.argv.includes('--show')
/** The cases nothing was tuned on. */
const prefix = process.argv.includes('--fresh') ? 'fresh-' : ''

const tally = { 'borne-out': 0, quoted: 0, refused: 0 }
const truths = casesIn(`${prefix}true`)
for (const each of truths) {
  const verdict = await judge(each)
  tally[verdict.state]++
  if (isShown && verdict.state !== 'borne-out')
    console.log(
      `${each.id} ${verdict.state}: ${'why' in verdict ? verdict.why : ''}\n   ${each.line}\n   ${JSON.stringify(each.messages.map(({ role, text }) => `${role}: ${text}`))} ${each.date} ${each.page.join(' / ')}`,
    )
}
const lies = casesIn(`${prefix}false`)
const kept = new Map<string, [number, number]>()
for (const each of lies) {
  const verdict = await judge(each)
  const [wrong, all] = kept.get(each.kind ?? '') ?? [0, 0]
  const isKept = verdict.state === 'borne-out'
  kept.set(each.kind ?? '', [wrong + (isKept ? 1 : 0), all + 1])
  if (isShown && isKept)
    console.log(
      `${each.id} KEPT ${each.kind}\n   ${each.line}\n   ${JSON.stringify(each.messages.map(({ role, text }) => `${role}: ${text}`))} ${each.date} ${each.page.join(' / ')}`,
    )
}
const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`
console.log(
  `true lines ${truths.length}: as written ${share(tally['borne-out'], truths.length)}, as the user's sentence ${share(tally.quoted, truths.length)}, refused ${share(tally.refused, truths.length)}`,
)
const wrong = [...kept.values()].reduce((sum, [each]) => sum + each, 0)
console.log(`inventions ${lies.length}: kept ${wrong} (${share(wrong, lies.length)})`)
for (const [kind, [some, all]] of kept) console.log(`  ${kind}: ${some} of ${all}`)
