import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { DaypackError, createDaypack, type Daypack, type Session, type Billed, type Entry, type Message } from 'daypack'
import type { Transcript } from 'daypack-lab/transcripts/transcript'
import { existingSession, print, withPack, type WorkspaceOptions } from './pack.ts'
import { rawStream } from '../show/clean.ts'
import type { Config } from '../config/schema.ts'
import { storedRefs } from './stored.ts'
import { resumeCommand } from '../show/words.ts'
import { memoryDriver, type MemoryDriver } from 'daypack/drivers'
import { MESSAGE_OVERHEAD } from 'daypack/internal'
import { packOptions } from '../config/pack-options.ts'
import { progressLine } from '../show/progress.ts'

const FORMAT = 'daypack-export'

export async function exportCommand(id: string, file: string | undefined, options: WorkspaceOptions): Promise<number> {
  return withPack(options, async (pack) => {
    const session = await existingSession(pack, id)
    const text = await asLines(pack, session)
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

type Imported = { readonly session: string; readonly messages: number; readonly agents: readonly string[] }

/** Another agent's session, or what `daypack export` wrote: all of it is read before anything is written. */
export async function importCommand(file: string, options: WorkspaceOptions & { as?: string }): Promise<number> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new DaypackError('not-found', `There is no file ${file}.`)
  return withPack(
    options,
    async (pack, { config }) => {
      const result = await importTranscript(pack, file, options.as, config)
      return print(options, result, () => [
        `Session ${result.session}: ${result.messages} messages. Continue it with: ${resumeCommand(result.session, options.dir)}`,
        ...result.agents.map((agent) => `  ${agent}: one of its sub-agents`),
      ])
    },
    { make: true },
  )
}

/** Everything in the recording: times, models, bills, and sub-agents as separate sessions. */
async function importTranscript(
  pack: Daypack,
  file: string,
  as: string | undefined,
  config: Config,
): Promise<Imported> {
  const { readSession } = await import('daypack-lab/replay/read')
  const transcript = readSession(file)
  const id = as ?? transcript.id ?? 'imported'
  const agents = (transcript.agents ?? []).map((agent, index) => ({ id: `${id}-agent-${index + 1}`, agent }))
  const all = [{ id, agent: transcript }, ...agents]
  const known = new Set(await pack.sessions())
  const taken = all.find((one) => known.has(one.id))
  if (taken)
    throw new DaypackError('conflict', `There is already a session ${taken.id}; give the copy another name with --as.`)
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

export type Said = { readonly message: Message; readonly at: number; readonly billed?: Billed | undefined }

export type Staged = {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly messages: number
  readonly driver: MemoryDriver
}

export async function stage(
  sessions: readonly { id: string; said: readonly Said[] }[],
  config: Config,
): Promise<Staged[]> {
  const tell = progressLine('Importing messages')
  const total = sessions.reduce((sum, { said }) => sum + said.length, 0)
  const staged: Staged[] = []
  let done = 0
  for (const { id, said } of sessions) {
    let clock = 0
    const now = () => clock
    const driver = memoryDriver({ now })
    const { dir: _, ...others } = packOptions(config, process.cwd(), process.env)
    const pack = await createDaypack({
      ...others,
      driver,
      memory: false,
      retention: false,
      tuning: { ...others.tuning, now },
    })
    const session = await pack.session(id)
    for (const { message, at } of said) {
      clock = at
      await session.append(message)
      tell(++done, total)
    }
    staged.push({ id, entries: withBills(await session.entries(), said), messages: said.length, driver })
    await pack.close()
  }
  return staged
}

/** All of them or none: what was written before a failure is taken back. */
export async function writeStaged({ driver: { log, blobs } }: Daypack, staged: readonly Staged[]): Promise<void> {
  const written: string[] = []
  try {
    for (const { id, entries, driver } of staged) {
      for (const ref of new Set(entries.flatMap(storedRefs))) {
        const data = await driver.blobs.get(ref)
        if (data instanceof Uint8Array) await blobs?.put(data)
      }
      const answer = await log?.append(id, entries, { expect: 0 })
      if (!answer || 'conflict' in answer)
        throw new DaypackError(
          'conflict',
          `Another process started a session ${id} in the meantime. Nothing was imported; try again.`,
        )
      written.push(id)
    }
  } catch (error) {
    for (const id of written) await log?.remove(id)
    throw error
  }
}

function withBills(entries: readonly Entry[], said: readonly Said[]): Entry[] {
  const all: Entry[] = []
  let counted = { tokens: 0, bytes: 0 }
  for (const [index, entry] of entries.entries()) {
    const head = all.length
    all.push({ ...entry, seq: head + 1 })
    const billed = said[index]?.billed
    if (billed) all.push({ seq: head + 2, at: entry.at, kind: 'usage', usage: { ...billed, head, counted } })
    for (const size of entry.kind === 'message' ? [MESSAGE_OVERHEAD, ...entry.sizes] : [])
      counted = { tokens: counted.tokens + size.tokens, bytes: counted.bytes + size.bytes }
  }
  return all
}
