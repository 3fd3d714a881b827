import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Daypack, Entry } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import { DAY_MS } from 'daypack/internal'
import { count } from '../show/words.ts'
import { withPack, print, type WorkspaceOptions } from '../commands/pack.ts'
import { readMemories, type Told } from './read.ts'

export async function importMemories(given: string, options: WorkspaceOptions): Promise<number> {
  const { from, taken, talks } = readMemories(given)
  let noted = 0
  const onMemory = (event: MemoryEvent): void => {
    if (event.type === 'flushed') noted += event.result.lines.length
  }
  return withPack(
    options,
    async (pack) => {
      let written = 0
      for (const { text, day, by } of taken) {
        const at = day === undefined ? { path: 'MEMORY.md', text } : { path: `memory/${day}.md`, text: `Fact: ${text}` }
        if ((await pack.memory.write(at.text, { path: at.path, by })).changed) written++
      }
      for (const { name, told } of talks)
        for (const day of Map.groupBy(told, ({ at = 0 }) => Math.floor(at / DAY_MS)).values())
          await note(pack, name, day)
      const messages = talks.reduce((sum, { told }) => sum + told.length, 0)
      const dated =
        taken.some(({ day }) => day !== undefined) || talks.some(({ told }) => told.some(({ at }) => at !== undefined))
      return print(options, { from, statements: taken.length, written, messages, noted }, () => [
        `From ${from}: ${count(taken.length, 'statement')}, ${written} new${messages === 0 ? '.' : `; ${count(talks.length, 'conversation')} of ${count(messages, 'message')}, ${count(noted, 'line')} noted.`}`,
        ...(dated ? ['Bring MEMORY.md up to date from the days with: daypack memory consolidate'] : []),
      ])
    },
    { make: true, onMemory },
  )
}

async function note({ memory }: Daypack, file: string, told: readonly Told[]): Promise<void> {
  const entries = told.map(({ role, text, at = 0 }, index): Entry => ({
    ...{ seq: index + 1, at, kind: 'message', hash: String(index), sizes: [], counter: 'none' },
    message: { role, blocks: [{ type: 'text', text }] },
  }))
  const id = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 8)
  await memory.flush(`import-${path.basename(file).replace(/\W+/g, '-')}-${id}`, entries.length, entries)
  await memory.drain()
}

export async function exportMemories(options: WorkspaceOptions): Promise<number> {
  return withPack(options, async ({ driver: { notes } }) => {
    const all: { path: string; text: string }[] = []
    for (const name of (await notes?.list()) ?? []) {
      const note = await notes?.read(name)
      if (note !== undefined) all.push({ path: name, text: note.text })
    }
    all.sort((a, b) => order(a.path) - order(b.path) || (a.path < b.path ? -1 : 1))
    return print(options, all, () => all.map(({ path: name, text }) => `<!-- ${name} -->\n${text.trimEnd()}\n`))
  })
}

function order(name: string): number {
  return name === 'MEMORY.md' ? 0 : name.startsWith('memory/topics/') ? 1 : 2
}
