import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { createDaypack, type DaypackOptions } from '../../src/index.ts'
import type { JsonObject } from '../../src/model/json.ts'
import type { Message } from '../../src/model/message.ts'
import { assistant, user } from './say.ts'

let root: string
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'daypack-real-'))))
afterEach(() => rmSync(root, { recursive: true }))

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')
const source = (word: string): string => Array.from({ length: 30 }, (_, at) => `${word} of line ${at + 1}\n`).join('')

function step(tool: string, input: JsonObject, text: string): Message[] {
  const callId = `${tool}-${JSON.stringify(input)}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
  ]
}

/** Read and changed, on the disk too. */
function mending(name: string): Message[] {
  const file = path.join(root, name)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('line 3\n', 'row 3\n'))
  return [
    ...step('read_file', { file_path: name }, text),
    ...step('edit_file', { file_path: name, old_string: 'line 3\n', new_string: 'row 3\n' }, 'changed'),
  ]
}

/** The hand-over of a session that read two files, one of which somebody else changed since. */
async function handover(files?: DaypackOptions['files']): Promise<string> {
  writeFileSync(path.join(root, 'a.ts'), source('first'))
  writeFileSync(path.join(root, 'b.ts'), source('other'))
  // One clock for all: the mark of a session tells when it began, and its characters count.
  const now = () => Date.UTC(2026, 10, 1)
  const driver = memoryDriver({ now, zone: 'UTC' })
  const options = { driver, memory: false, retention: false, window: 20_000, tuning: { now } } as const
  const pack = await createDaypack({ ...options, ...(files && { files }) })
  const session = await pack.session('one')
  const talk = Array.from({ length: 30 }, (_, at) => [
    user(`Step ${at}: ${'please look into it and go on. '.repeat(12)}`),
    assistant(`Done with ${at}: ${'it was as you said, and it is mended now. '.repeat(12)}`),
  ])
  const before = talk.slice(0, 26).flat()
  const after = talk.slice(26).flat()
  for (const message of [user('Mend both files.'), ...before, ...mending('a.ts'), ...mending('b.ts'), ...after])
    await session.append(message)
  writeFileSync(path.join(root, 'a.ts'), `put in\n${read('a.ts').replace('first of line 7', 'second of line 7')}`)
  await session.compact()
  const fold = session.view.items.find((item) => item.kind === 'fold')
  return fold?.summary.text ?? ''
}

test('F-02: with the disk at hand the files of a hand-over are the real ones, marked where they differ', async () => {
  const text = await handover({ read })
  expect(text).toContain('<file path="a.ts" lines="2-31 of 31" note="changed on disk since [57]">')
  expect(text).toContain('second of line 7')
  expect(text).toContain('<file path="b.ts" lines="1-30 of 30">')
})

test('F-02: a reader that throws leaves the files to the log', async () => {
  const fail = (): string => {
    throw new Error('not here')
  }
  const [having, without] = [await handover({ read: fail }), await handover()]
  expect(having).toContain('<file path="a.ts" lines="1-30 of 30">')
  // The mark of a session tells when it began.
  const unmarked = (text: string) => text.replaceAll(/·[\da-f]{6}/g, '')
  expect(unmarked(having)).toBe(unmarked(without))
})

test('a reader has to be one', async () => {
  const driver = memoryDriver({ now: Date.now, zone: 'UTC' })
  await expect(createDaypack({ driver, files: {} as never })).rejects.toThrow(/files/)
})
