import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { filesDriver } from '../../src/drivers/files/index.ts'
import type { Entry } from '../../src/model/entry.ts'
import type { Memory, MemoryEvent, MemoryInit } from '../../src/memory/api.ts'
import { createMemory } from '../../src/memory/memory.ts'

export const NOON = Date.UTC(2026, 10, 15, 12)

export async function open(dir: string, init: Partial<MemoryInit> = {}): Promise<Memory & { events: MemoryEvent[] }> {
  const driver = await filesDriver({ dir, now: () => NOON, zone: 'UTC' })
  const events: MemoryEvent[] = []
  const memory = createMemory({
    driver,
    dir,
    index: sqliteIndexStore({ file: join(dir, 'index/memory.db') }),
    now: () => NOON,
    watch: false,
    onEvent: (event) => events.push(event),
    ...init,
  })
  onTestFinished(async () => {
    await memory.close()
    await driver.close()
  })
  return Object.assign(memory, { events })
}

export const workspace = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'daypack-desk-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'memory'))
  return dir
}

export const found = async (memory: Memory, query: string): Promise<string[]> =>
  (await memory.search(query)).hits.map((hit) => `${hit.path}: ${hit.text}`)

export const heard = (role: 'user' | 'assistant', text: string, seq: number): Entry => ({
  seq,
  at: NOON,
  kind: 'message',
  message: { role, blocks: [{ type: 'text', text }] },
  hash: '',
  sizes: [],
  counter: '',
})

export const toolSaid = (text: string, seq: number): Entry => ({
  seq,
  at: NOON,
  kind: 'message',
  message: { role: 'tool', blocks: [{ type: 'tool-result', callId: 'c', tool: 'web_fetch', content: { text } }] },
  hash: '',
  sizes: [],
  counter: '',
})
