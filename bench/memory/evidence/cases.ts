import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { check, type Verdict } from '../../../packages/daypack/src/memory/evidence/check.ts'
import { contentOf, evidenceOf, says } from '../../../packages/daypack/src/memory/evidence/words.ts'
import { speechOf } from '../../../packages/daypack/src/memory/write/speech.ts'
import type { Entry } from '../../../packages/daypack/src/model/entry.ts'

export type Case = {
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

/** The stored cases of that name: `true`, `false`, and the two nothing was tuned on, `fresh-true` and `fresh-false`. */
export function casesIn(name: string): Case[] {
  return JSON.parse(
    brotliDecompressSync(readFileSync(new URL(`${name}.json.br`, import.meta.url))).toString('utf8'),
  ) as Case[]
}

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
  return contentOf(line).filter((word) => says(word, evidence)).length
}
