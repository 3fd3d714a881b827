import { createHash } from 'node:crypto'
import { DaypackError, project, type Entry, type Json, type Message } from 'daypack'
import { entryProblem, isObject, stringAt, type JsonObject } from 'daypack/internal'
import { assemble, type Step, type Transcript } from './transcript.ts'

/** What `daypack export` wrote: everything that was said, with stored results whole and no edit applied; throws where it was changed or cut. */
export function readDaypack(lines: readonly JsonObject[]): Transcript {
  const problem = problemOf(lines)
  if (problem !== undefined) throw new DaypackError('damaged', `This export is damaged: ${problem}.`)
  const blobs = new Map(lines.map((line) => [stringAt(line, 'blob') ?? '', stringAt(line, 'base64') ?? '']))
  const { slots, usages, system } = project(lines.flatMap(({ entry }) => (entry ? [entry as unknown as Entry] : [])))
  const steps = slots
    .filter(({ origin }) => origin === 'caller')
    .map(({ message, at, seq }, index, all): Step => {
      const next = all[index + 1]?.seq ?? Infinity
      const billed =
        message.role === 'assistant' ? usages.find((usage) => usage.seq > seq && usage.seq < next) : undefined
      return { message: withBlobs(message, blobs) as unknown as Message, at, billed }
    })
  return assemble('daypack-export', steps, {
    id: stringAt(lines[0], 'session'),
    model: usages.at(-1)?.model,
    system: system?.message,
  })
}

function problemOf([head, ...lines]: readonly JsonObject[]): string | undefined {
  for (const line of lines) {
    const blob = stringAt(line, 'blob')
    if (blob !== undefined && sha256(stringAt(line, 'base64') ?? '') !== blob)
      return `the content of ${blob} does not match its hash`
  }
  const entries = lines.flatMap((line) => ('entry' in line ? [line['entry']] : []))
  const count = head?.['entries']
  if (entries.length !== count) return `${entries.length} of ${JSON.stringify(count)} entries are there`
  return entries.map((entry) => entryProblem(entry)).find((each) => each !== undefined)
}

function sha256(base64: string): string {
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
}

function withBlobs(value: Json, blobs: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((each) => withBlobs(each, blobs))
  if (!isObject(value)) return value
  const stored = typeof value['ref'] === 'string' && 'bytes' in value ? value['ref'] : undefined
  if (stored !== undefined) return { text: Buffer.from(blobs.get(stored) ?? '', 'base64').toString('utf8') }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withBlobs(each, blobs)]))
}
