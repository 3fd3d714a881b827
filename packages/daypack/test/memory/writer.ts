import { createInterface } from 'node:readline'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { createMemory } from '../../src/memory/memory.ts'

// Another process with the same workspace: does what it is told, one line at a time, and answers each with a line.
const [dir = ''] = process.argv.slice(2)
const now = (): number => Date.UTC(2026, 10, 16, 12)
const driver = await filesDriver({ dir, now, zone: 'UTC' })
const memory = createMemory({
  driver,
  dir,
  index: sqliteIndexStore({ file: `${dir}/index/memory.db` }),
  now,
  watch: false,
  schedule: false,
  // Slow enough for two to be at it together.
  summarize: async ({ prompt }) => {
    console.log('asked')
    await new Promise((resolve) => setTimeout(resolve, 100))
    return prompt.includes('Log lines:')
      ? 'ADD Preference: prefers green tea in the morning <- L1'
      : '- Preference: prefers slow trains over fast planes (1)'
  },
})

const deeds: Record<string, (text: string) => Promise<unknown>> = {
  write: (text) => memory.write(text, { by: 'user', path: text.split(' ')[0] ?? '' }),
  remember: (text) => memory.remember(text),
  forget: (query) => memory.forget({ query }),
  search: async (query) => (await memory.search(query)).hits.length,
  consolidate: async () => (await memory.consolidate()).state,
  flush: async (session) => {
    await memory.flush(session, 1)
    return (await memory.drain()).length
  },
}
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', ...rest] = line.split(' ')
  const answer = await deeds[word]?.(rest.join(' '))
  console.log(['string', 'number'].includes(typeof answer) ? `done ${String(answer)}` : 'done')
}
await memory.close()
await driver.close()
