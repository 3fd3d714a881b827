// Does the check of evidence let true lines through and stop invented ones? The cases were written by others than the check.
// Run: node --conditions=daypack-source bench/memory/evidence.ts [--show] [folder]
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { check, type Verdict } from '../../packages/daypack/src/memory/evidence/check.ts'
import { evidenceOf, isContent, says, tokensOf } from '../../packages/daypack/src/memory/evidence/words.ts'
import { speechOf } from '../../packages/daypack/src/memory/write/speech.ts'
import type { Entry } from '../../packages/daypack/src/model/entry.ts'

type Case = {
  readonly id: string
  readonly date: string
  readonly messages: readonly {
    readonly id: string
    readonly role: 'user' | 'assistant' | 'tool'
    readonly text: string
  }[]
  readonly page: readonly string[]
  readonly line: string
  readonly quote: string
  readonly message: string
  readonly op: 'add' | 'change' | 'end'
  /** Of an invention: what is wrong with it. */
  readonly kind?: string
}

const isShown = process.argv.includes('--show')
const folder =
  process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('evidence', import.meta.url))
const casesIn = (name: string): Case[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(name) && file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Case[])

export async function judge({ messages, line, quote, message, page, op, date }: Case): Promise<Verdict> {
  const entries = messages.map(({ role, text }, index): Entry => {
    const base = { seq: index + 1, at: 0, kind: 'message' as const, hash: String(index), sizes: [], counter: '' }
    if (role === 'tool')
      return {
        ...base,
        message: { role, blocks: [{ type: 'tool-result', callId: `c${index}`, tool: 'run', content: { text } }] },
      }
    return { ...base, message: { role, blocks: [{ type: 'text', text }] } }
  })
  const { heard } = await speechOf(entries)
  const old = op === 'add' ? undefined : page.toSorted((a, b) => near(line, b) - near(line, a))[0]
  const seq = messages.findIndex(({ id }) => id === message) + 1
  return check(
    { line, quote, message: seq },
    { said: heard, today: date, known: page.join('\n'), ...(old !== undefined && { page: old }) },
  )
}

function near(line: string, other: string): number {
  const evidence = evidenceOf(other)
  return tokensOf(line).filter((word) => isContent(word) && says(word, evidence)).length
}

const tally = { 'borne-out': 0, quoted: 0, refused: 0 }
const truths = casesIn('true')
for (const each of truths) {
  const verdict = await judge(each)
  tally[verdict.state]++
  if (isShown && verdict.state !== 'borne-out')
    console.log(
      `${each.id} ${verdict.state}: ${'why' in verdict ? verdict.why : ''}\n   ${each.line}\n   ${JSON.stringify(each.messages.map(({ role, text }) => `${role}: ${text}`))} ${each.date} ${each.page.join(' / ')}`,
    )
}
const lies = casesIn('false')
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
