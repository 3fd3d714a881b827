import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DaypackError, type Daypack, type Session } from 'daypack'
import { dialogText, recordOf } from 'daypack/internal'
import { whole } from '../chat/whole.ts'
import { existing } from '../commands/pack.ts'

const TAKEN = ['dialog', 'MEMORY.md', 'memory']

export async function exportCopaw(pack: Daypack, id: string | undefined, folder: string): Promise<void> {
  const there = TAKEN.find((name) => existsSync(path.join(folder, name)))
  if (there !== undefined)
    throw new DaypackError('conflict', `${path.join(folder, there)} already exists; name an empty folder.`)
  const ids = id === undefined ? await pack.sessions() : [id]
  const days = new Map<string, { at: number; line: (number: number) => string }[]>()
  let messages = 0
  for (const each of ids) {
    for (const { day, ...line } of await linesOf(pack, await existing(pack, each))) {
      const lines = days.get(day)
      if (lines) lines.push(line)
      else days.set(day, [line])
      messages++
    }
  }
  for (const [day, lines] of days) {
    const sorted = lines.toSorted((a, b) => a.at - b.at)
    await put(folder, `dialog/${day}.jsonl`, sorted.map(({ line }, index) => line(index + 1)).join(''))
  }
  let notes = 0
  for (const name of (await pack.driver.notes?.list()) ?? []) {
    const note = await pack.driver.notes?.read(name)
    if (!note || (name !== 'MEMORY.md' && !name.startsWith('memory/'))) continue
    await put(folder, name, note.text)
    notes++
  }
  console.error(`Wrote ${folder}: ${messages} messages in ${days.size} day files, ${notes} notes.`)
}

async function linesOf({ driver: { zone = 'UTC' } }: Daypack, session: Session) {
  return Promise.all(
    session.view.slots.map(async (slot) => {
      const message = await whole(session, slot.message)
      const record = await recordOf(
        session.id,
        { ...slot, message },
        { zone, read: (content) => Promise.resolve('text' in content ? content.text : '') },
      )
      const { timestamp } = record.message as { timestamp: string }
      return { at: slot.at, day: timestamp.slice(0, 10), line: (number: number) => dialogText(record, number) }
    }),
  )
}

async function put(folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
}
