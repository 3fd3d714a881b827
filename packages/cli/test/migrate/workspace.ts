import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { filesDriver } from 'daypack/drivers'

export const AT = Date.UTC(2026, 2, 28, 12)
export const GONE = 'gone '.repeat(400)

/** Sessions with odd names, blobs (one gone, one marked), days, notes with versions, one of them removed. */
export async function workspace(dir: string, sessions = 3): Promise<void> {
  const driver = await filesDriver({ dir, now: () => AT, zone: 'Europe/Rome' })
  const { blobs, days, notes } = driver
  const pack = await createDaypack({
    driver,
    memory: false,
    retention: false,
    tuning: { now: () => AT, inlineMaxBytes: 1_000 },
  })
  for (let number = 0; number < sessions; number++) {
    const session = await pack.session(`Session ${number} / ü`)
    await session.append({ role: 'user', blocks: [{ type: 'text', text: `hello \ud83d ${number} \u0000` }] })
    for (const [callId, text] of [
      ['a', `content ${number}\n`.repeat(500)],
      ['b', GONE],
    ] as const) {
      await session.append({ role: 'assistant', blocks: [{ type: 'tool-call', callId, tool: 'Read', input: {} }] })
      await session.append({ role: 'tool', blocks: [{ type: 'tool-result', callId, tool: 'Read', content: { text } }] })
    }
    await days.append([
      { session: `s${number}`, seq: 1, at: AT, sha256: 'a'.repeat(64), message: { role: 'user', text: 'hello' } },
      { session: `s${number}`, seq: 2, at: AT + 86_400_000, sha256: 'b'.repeat(64), message: 'bare' },
    ])
  }
  await pack.close()
  const gone = createHash('sha256').update(GONE).digest('hex')
  await blobs.mark(gone, AT)
  await blobs.drop(gone, 'old', AT)
  const marked = await blobs.put('marked')
  await blobs.mark(marked.ref, AT)
  const put = async (file: string, text: string, why: string) =>
    notes.write(file, text, { expect: (await notes.read(file))?.hash, why })
  for (const text of ['one', 'two', 'one']) await put('MEMORY.md', `${text}\n`, `to ${text}`)
  await put('memory/deep/日本.md', '\ufeffmark\r\n', 'new')
  const { hash } = (await put('memory/removed.md', 'x', 'new')) as { hash: string }
  await notes.remove('memory/removed.md', { expect: hash, why: 'done' })
  await driver.close()
}

/** Every file by the hash of its bytes, but for the list of blobs: its history is shorter after a move. */
export function bytesOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(dir, name)).isFile())
  const own = files.filter((name) => !/^(?:\.lock|\.trash|index)\/|manifest\.jsonl$/.test(name))
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(dir, name)))
      .digest('hex')
  return Object.fromEntries(own.toSorted().map((name) => [name, hashOf(name)]))
}
