// Gold of the reading exams about the recording a chain begins with: what was wanted and decided in it, by its telling words.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { texts } from '../../../packages/daypack/src/handover/read/texts.ts'
import type { Message } from '../../../packages/daypack/src/model/message.ts'

/** Key points by their words that occur in the recording: at least this long, and in few of its messages. */
const LONG = 5
const RARE = 12
const LEAST = 2

export function goldOf(data: string, id: string, messages: readonly Message[]): string[][] {
  const file = path.join(data, 'exams.json.br')
  if (!existsSync(file)) return []
  const all = JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as Record<string, Exam>
  const said = messages.map((message) =>
    texts(message)
      .map(({ text }) => text)
      .join('\n'),
  )
  return Object.entries(all).flatMap(([name, exam]) => {
    if (!name.includes(id.slice(0, 8)) || !name.endsWith('.gold.json') || name.includes('shift')) return []
    const questions = all[name.replace('.gold.', '.questions.')]?.questions ?? []
    const about = new Map(questions.map((one) => [one.id, one.about]))
    return (exam.gold ?? [])
      .filter(({ id: own }) => ['decisions', 'intent'].includes(about.get(own) ?? ''))
      .flatMap(({ keyPoints }) => keyPoints.map((point) => wordsOf(point, said)))
      .filter((words) => words.length >= LEAST)
  })
}

type Exam = {
  readonly gold?: readonly { readonly id: string; readonly keyPoints: readonly string[] }[]
  readonly questions?: readonly { readonly id: string; readonly about: string }[]
}

function wordsOf(point: string, said: readonly string[]): string[] {
  const words = new Set(point.match(/[\w./:-]*\w/g)?.filter((word) => word.length >= LONG || /\d/.test(word)) ?? [])
  return [...words].filter((word) => {
    const places = said.filter((text) => text.includes(word)).length
    return places > 0 && places <= RARE
  })
}
