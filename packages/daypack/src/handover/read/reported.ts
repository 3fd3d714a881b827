import type { Seq } from '../../model/edit.ts'

/** Lines of long texts, and the message each was told in: a report and the words it was made of are one text. */
export type Reported = Map<string, Seq>

const LONG = 1500
const LINE = 40
const MOST = 6_000
const SAME = 0.8

export type Before = {
  readonly seq: Seq
  /** Its lines that are new all the same. */
  readonly left: readonly string[]
}

/** The message that told this long text before; undefined when it is new. */
export function toldBefore(known: Reported, text: string, seq: Seq): Before | undefined {
  if (text.length < LONG) return undefined
  const lines = text.split('\n').flatMap((line) => (line.trim().length >= LINE ? [line.trim()] : []))
  const before = new Map<Seq, number>()
  const left: string[] = []
  for (const line of lines) {
    const told = known.get(line)
    if (told === undefined) left.push(line)
    else before.set(told, (before.get(told) ?? 0) + 1)
  }
  for (const line of lines) if (!known.has(line)) known.set(line, seq)
  for (const line of known.keys()) {
    if (known.size <= MOST) break
    known.delete(line)
  }
  const found = [...before].find(([, same]) => lines.length > 2 && same >= lines.length * SAME)?.[0]
  return found === undefined ? undefined : { seq: found, left }
}
