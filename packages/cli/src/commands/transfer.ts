import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { blockText, entryProblem } from 'daypack/internal'
import { DaypackError, type Daypack, type Entry, type Session } from 'daypack'
import type { Transcript } from 'daypack-lab/transcripts/transcript'
import { whole } from '../chat/whole.ts'
import { existingSession, print, withPack, type WorkspaceOptions } from './pack.ts'
import { rawStream } from '../show/clean.ts'
import type { Config } from '../config/schema.ts'
import { stage, writeStaged, type Said } from './staged.ts'
import { storedRefs } from './stored.ts'
import { resumeCommand } from '../show/called.ts'

const FORMAT = 'daypack-export'
const KINDS = new Set(['message', 'edits', 'usage', 'mark'])

export async function exportCommand(
  id: string,
  file: string | undefined,
  options: WorkspaceOptions & { markdown?: boolean },
): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existingSession(pack, id)
    const text = options.markdown ? await asMarkdown(session) : await asLines(pack, session)
    // To a file or another program it goes as it is; to a terminal it does not.
    if (file === undefined) (process.stdout.isTTY ? process.stdout : rawStream(process.stdout)).write(text)
    else {
      await writeFile(file, text, { mode: 0o600 })
      console.error(`Wrote ${file}: ${session.view.slots.length} messages, ${Buffer.byteLength(text)} bytes.`)
    }
    return 0
  })
}

/** Blobs come before the entries that refer to them. */
async function asLines(pack: Daypack, session: Session): Promise<string> {
  const entries = await session.entries()
  const lines: object[] = [{ format: FORMAT, version: 1, session: session.id, entries: entries.length }]
  for (const ref of new Set(entries.flatMap(storedRefs))) {
    const data = await pack.driver.blobs?.get(ref)
    if (data instanceof Uint8Array) lines.push({ blob: ref, base64: Buffer.from(data).toString('base64') })
  }
  for (const entry of entries) lines.push({ entry })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function asMarkdown(session: Session): Promise<string> {
  const parts = [`# Session ${session.id}\n`]
  for (const [index, slot] of session.view.slots.entries()) {
    const { role, blocks } = await whole(session, slot.message)
    parts.push(
      `## ${index + 1}. ${role}, ${new Date(slot.at).toISOString()}\n\n${blocks.map(blockText).join('\n\n')}\n`,
    )
  }
  return parts.join('\n')
}

export async function importCommand(file: string, options: WorkspaceOptions & { as?: string }): Promise<number> {
  if (!existsSync(file)) throw new DaypackError('not-found', `There is no file ${file}.`)
  if (statSync(file).isDirectory()) {
    const { importCopaw } = await import('../copaw/import.ts')
    return importCopaw(file, options)
  }
  return withPack(
    options,
    async (pack, { config }) => {
      const result = (await isExport(file))
        ? { ...(await fromExport(pack, file, options.as)), agents: [] }
        : await fromTranscript(pack, file, options.as, config)
      print(options, result, () => [
        `Session ${result.session}: ${result.messages} messages. Continue it with: ${resumeCommand(result.session, options.dir)}`,
        ...result.agents.map((agent) => `  ${agent}: one of its sub-agents`),
      ])
      return 0
    },
    { make: true },
  )
}

type Imported = { readonly session: string; readonly messages: number }
type Line = {
  readonly format?: string
  readonly version?: number
  readonly session?: string
  readonly entries?: number
  readonly blob?: string
  readonly base64?: string
  readonly entry?: Entry
}

async function isExport(file: string): Promise<boolean> {
  const lines = linesOf(file)
  const first = await lines.next()
  await lines.return(undefined)
  return typeof first.value === 'string' && first.value.includes(`"${FORMAT}"`)
}

/** The whole file is read and checked before anything is written. */
async function fromExport(pack: Daypack, file: string, as: string | undefined): Promise<Imported> {
  const { log, blobs } = pack.driver
  const { head, entries } = await readChecked(file)
  const id = as ?? head.session ?? 'imported'
  const session = await pack.session(id)
  if (session.view.head > 0) throw isTaken(id)
  for await (const { line } of parsedLines(file))
    if (line.blob !== undefined) await blobs?.put(Buffer.from(line.base64 ?? '', 'base64'))
  const answer = await log?.append(id, entries, { expect: 0 })
  if (!answer || 'conflict' in answer) throw isTaken(id)
  await session.reread()
  return { session: id, messages: session.view.slots.length }
}

function isTaken(id: string): DaypackError {
  return new DaypackError('conflict', `There is already a session ${id}; give the copy another name with --as.`)
}

async function readChecked(file: string): Promise<{ head: Line; entries: Entry[] }> {
  let head: Line | undefined
  const entries: Entry[] = []
  for await (const { line, where } of parsedLines(file)) {
    if (!head) {
      if (line.version !== 1)
        throw new DaypackError('unsupported', `${file} has format version ${String(line.version)}; update Daypack.`)
      head = line
    } else if (line.blob !== undefined) {
      const data = Buffer.from(typeof line.base64 === 'string' ? line.base64 : '', 'base64')
      if (createHash('sha256').update(data).digest('hex') !== line.blob)
        throw new DaypackError('damaged', `${where}: the content does not match the hash it is stored under.`)
    } else if (line.entry !== undefined) {
      const problem = problemOf(line.entry, entries.length + 1)
      if (problem) throw new DaypackError('damaged', `${where}: ${problem}. Nothing was imported.`)
      entries.push(line.entry)
    }
  }
  if (!head || entries.length !== head.entries)
    throw new DaypackError(
      'damaged',
      `${file} is cut short: ${entries.length} of ${String(head?.entries)} entries. Nothing was imported.`,
    )
  if (head.session !== undefined && typeof head.session !== 'string')
    throw new DaypackError('damaged', `${file}: the session's name is not text. Nothing was imported.`)
  return { head, entries }
}

function problemOf(entry: Entry, seq: number): string | undefined {
  const problem = entryProblem(entry)
  if (problem) return `this is not an entry (${problem})`
  if (entry.seq !== seq || !KINDS.has(entry.kind)) return `entry ${seq} was expected`
  return undefined
}

/** Everything in the recording: times, models, bills, and sub-agents as separate sessions. */
async function fromTranscript(
  pack: Daypack,
  file: string,
  as: string | undefined,
  config: Config,
): Promise<Imported & { agents: string[] }> {
  const { readSession } = await import('daypack-lab/replay/read')
  const transcript = readSession(file)
  const id = as ?? transcript.id ?? 'imported'
  const agents = (transcript.agents ?? []).map((agent, index) => ({ id: `${id}-agent-${index + 1}`, agent }))
  const all = [{ id, agent: transcript }, ...agents]
  const known = new Set(await pack.sessions())
  const taken = all.find((one) => known.has(one.id))
  if (taken) throw isTaken(taken.id)
  const staged = await stage(
    all.map((one) => ({ id: one.id, said: saidIn(one.agent) })),
    config,
  )
  await writeStaged(pack, staged)
  return { session: id, messages: transcript.messages.length, agents: agents.map((one) => one.id) }
}

function saidIn({ system, messages, times, usage }: Transcript): Said[] {
  const bills = new Map(usage.map(({ at, billed }) => [at, billed]))
  const start = times.find((time) => time !== undefined) ?? Date.now()
  return [
    ...(system ? [{ message: system, at: start }] : []),
    ...messages.map((message, index) => ({ message, at: times[index] ?? start, billed: bills.get(index) })),
  ]
}

async function* parsedLines(file: string): AsyncGenerator<{ line: Line; where: string }, void, undefined> {
  let number = 0
  for await (const text of linesOf(file)) {
    number++
    const where = `${file}, line ${number}`
    yield { line: parseLine(text, where), where }
  }
}

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const input = createReadStream(file)
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) if (line.trim() !== '') yield line
  } finally {
    input.destroy()
  }
}

function parseLine(text: string, where: string): Line {
  try {
    const line = JSON.parse(text) as Line | null
    if (typeof line === 'object' && line !== null) return line
  } catch {
    // Said below.
  }
  throw new DaypackError('damaged', `${where} is not JSON, or not a line of an export.`)
}
