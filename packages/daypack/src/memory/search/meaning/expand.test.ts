import { expect, test } from 'vitest'
import { LANGUAGES } from '../../language/index.ts'
import { memoryIndexStore } from '../../index/memory-store.ts'
import { createSearcher } from '../searcher.ts'
import { aliasGroups } from './aliases.ts'

const NOTES = `- My landlord is Ms. Lang.
- Backups run nightly at 2 am.
- Mi jefa es Paula.
- Unser Hund heißt Bello.
- 我对青霉素过敏。
- 予算は40万円です。
`

async function best(question: string): Promise<string | undefined> {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0 })
  await searcher.index('notes.md', NOTES)
  const { hits } = await searcher.search(question, { limit: 1, grow: false })
  await searcher.close()
  return hits[0]?.text
}

test.each([
  ['Who is my superior, and what is the boss called?', '- Mi jefa es Paula.'],
  ['Welches Haustier haben wir?', '- Unser Hund heißt Bello.'],
  ['What pet do we have?', '- Unser Hund heißt Bello.'],
  ['用药要注意什么忌口？', '- 我对青霉素过敏。'],
  ['費用はいくら？', '- 予算は40万円です。'],
])('F-56: %s finds a note in other words, and in another language', async (question, note) => {
  expect(await best(question)).toBe(note)
})

test('F-56: every line of a table of related words is a topic with words, and names none twice', () => {
  for (const { related = {} } of LANGUAGES)
    for (const [topic, line] of Object.entries(related)) {
      expect(topic).toMatch(/^[a-z-]+$/)
      const words = line.split(/[ |]+/).filter(Boolean)
      expect([line, new Set(words).size]).toEqual([line, words.length])
    }
  expect(aliasGroups().length).toBeGreaterThan(100)
})
