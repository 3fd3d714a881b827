import { createHash } from 'node:crypto'
import { filesDriver, type FilesDriver } from '../../src/drivers/files/index.ts'
import { encodeRecord } from '../../src/drivers/files/record.ts'
import type { Driver } from '../../src/model/driver.ts'
import { dialogOf, entryOf, text } from '../crash/ledger.ts'
import { Disk, memVfs } from '../crash/mem-vfs.ts'
import { processLocks } from '../crash/process-locks.ts'
import { digest } from './digest.ts'

const NOW = Date.UTC(2026, 2, 28, 11)
const DAY = 86_400_000
const sha = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

const TEXTS = [text(1, 500), text(2, 500), text(3, 70_000)] as const
const [FIRST, SECOND, THIRD] = TEXTS.map(sha) as [string, string, string]
const entries = (from: number, count: number, size: number) =>
  Array.from({ length: count }, (_, at) => entryOf(from + at, from + at, size))

/** One after the other on the same files, and what each answers. */
const DEEDS: Record<string, (driver: FilesDriver) => Promise<unknown>> = {
  'a long log': (driver) => driver.log.append('long', entries(1, 200, 40), { expect: 0 }),
  'its end': (driver) => driver.log.read('long', 150),
  'after the last': (driver) => driver.log.read('long', 200),
  'somebody else came first': (driver) => driver.log.append('long', entries(100, 1, 40), { expect: 99 }),
  'its last time': async (driver) => driver.log.last?.('long'),
  'no such session': (driver) => driver.log.read('none'),
  'the last time of none': async (driver) => driver.log.last?.('none'),
  'a session with odd letters': (driver) => driver.log.append('Ä/b c', entries(1, 1, 10), { expect: 0 }),
  sessions: (driver) => driver.log.sessions(),
  'entries scrubbed': (driver) =>
    driver.log.scrub('long', (entry) => (entry.seq % 50 === 0 ? { ...entry, kind: 'mark', name: 'gone' } : entry)),
  'read again': (driver) => driver.log.read('long', 198),
  'logs put away, none old enough': async (driver) => driver.log.pack?.(0),
  'logs put away': async (driver) => driver.log.pack?.(Infinity),
  'read packed': (driver) => driver.log.read('long', 199),
  'the last time of a packed one': async (driver) => driver.log.last?.('long'),
  'removed packed': (driver) => driver.log.remove('long'),
  'removed again': (driver) => driver.log.remove('long'),
  'a text stored': (driver) => driver.blobs.put(TEXTS[0]),
  'two more': async (driver) => [await driver.blobs.put(Buffer.from(TEXTS[1])), await driver.blobs.put(TEXTS[2])],
  'the same again': (driver) => driver.blobs.put(TEXTS[0]),
  'a part of it': (driver) => driver.blobs.get(THIRD, { from: 10, to: 20 }),
  'beyond its end': (driver) => driver.blobs.get(FIRST, { from: 490, to: 900 }),
  'all of it': (driver) => driver.blobs.get(THIRD),
  'one that never was': (driver) => driver.blobs.get('0'.repeat(64)),
  'no ref': (driver) => driver.blobs.get('../x'),
  'its size': (driver) => driver.blobs.info(SECOND),
  'dropped unmarked': (driver) => driver.blobs.drop(FIRST, 'old', NOW),
  marked: (driver) => driver.blobs.mark(FIRST, NOW),
  'marked by now': async (driver) => [...(await driver.blobs.marked())],
  unmarked: (driver) => driver.blobs.unmark(FIRST),
  'marked and dropped': async (driver) => {
    await driver.blobs.mark(FIRST, NOW)
    return driver.blobs.drop(FIRST, 'old', NOW + 1)
  },
  'read when gone': (driver) => driver.blobs.get(FIRST),
  'purged too soon': (driver) => driver.blobs.purge(NOW + 1),
  purged: (driver) => driver.blobs.purge(NOW + 2),
  erased: (driver) => driver.blobs.erase(SECOND, 'asked', NOW),
  'erased again': (driver) => driver.blobs.erase(SECOND, 'asked', NOW),
  buried: async (driver) => driver.blobs.bury?.({ gone: true, bytes: 3, hash: '1'.repeat(64) }, 'moved', NOW),
  'all that is left': async (driver) => {
    const found = []
    for await (const info of driver.blobs.list()) found.push(info)
    return found
  },
  'two days': (driver) =>
    driver.days.append([dialogOf('s', 1, NOW), dialogOf('s', 2, NOW + DAY), dialogOf('t', 1, NOW)]),
  'one of them again': (driver) => driver.days.append([dialogOf('s', 2, NOW + DAY), dialogOf('s', 3, NOW + DAY)]),
  'the days': (driver) => driver.days.days(),
  'one day': (driver) => driver.days.read('2026-03-28'),
  'a day that is none': (driver) => driver.days.read('2026-02-30'),
  'days scrubbed': (driver) =>
    driver.days.scrub((record) => (record.seq === 1 ? { ...record, message: 'gone' } : record)),
  'a note': (driver) => driver.notes.write('memory/a.md', 'one\n', { expect: undefined }),
  'over something else': (driver) => driver.notes.write('memory/a.md', 'two\n', { expect: 'x' }),
  'over itself': (driver) => driver.notes.write('memory/a.md', 'two\n', { expect: sha('one\n'), why: 'better' }),
  'the same once more': (driver) => driver.notes.write('memory/a.md', 'two\n', { expect: sha('two\n') }),
  'what it said': (driver) => driver.notes.versions('memory/a.md'),
  'as it was': (driver) => driver.notes.version('memory/a.md', '00000001'),
  'as it was written': (driver) => driver.notes.version('memory/a.md', sha('two\n')),
  'another note': (driver) => driver.notes.write('MEMORY.md', 'three\n', { expect: undefined }),
  notes: (driver) => driver.notes.list(),
  'removed over something else': (driver) => driver.notes.remove('MEMORY.md', { expect: 'x' }),
  'a note removed': (driver) => driver.notes.remove('MEMORY.md', { expect: sha('three\n') }),
  'all versions': (driver) => driver.notes.versions(),
  'versions scrubbed': (driver) => driver.notes.scrubVersions((text) => text.replace('two', 'gone')),
  'and what is left of them': (driver) => driver.notes.versions('memory/a.md'),
  'versions taken out': (driver) =>
    driver.notes.scrubVersions((text, where) => (where === 'MEMORY.md' ? undefined : text)),
  'all that are left': (driver) => driver.notes.versions(),
  'a note outside': (driver) => driver.notes.write('../x.md', 'x', { expect: undefined }),
  'a lock of an odd name': async (driver) => driver.hold?.('Odd', async () => 1),
  'a lock': async (driver) => driver.hold?.('sweep', async () => 'held'),
  closed: async (driver) => driver.close(),
  'after that': (driver) => driver.log.sessions(),
}

/** What each answers on a driver. */
export async function answers(driver: Driver): Promise<string> {
  const lines: string[] = []
  for (const [doing, work] of Object.entries(DEEDS)) {
    const answer = await Promise.resolve(driver as FilesDriver)
      .then(work)
      .catch(String)
    lines.push(`- ${doing}: ${said(answer)}`)
  }
  return `${lines.join('\n')}\n`
}

export function filesOn(disk: Disk): Promise<FilesDriver> {
  return filesDriver({ dir: '/w', now: () => NOW, zone: 'UTC', vfs: memVfs(disk), locks: processLocks })
}

/** Files with one thing wrong: what is read of them, what is told, and what the next entry makes of them. */
export async function damages(): Promise<string> {
  const header = encodeRecord({ seq: 0, at: 0, payload: { format: 'daypack', version: 1, kind: 'log', session: 's' } })
  const lines = entries(1, 6, 30).map((entry) => encodeRecord({ seq: entry.seq, at: entry.at, payload: entry }))
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = lines
  const payload = (format: unknown) => encodeRecord({ seq: 0, at: 0, payload: format as never })
  const cases: Record<string, string | Buffer> = {
    empty: '',
    'a header alone': header,
    whole: header + lines.join(''),
    'no header': lines.join(''),
    'no newline at the end': header + one + two.slice(0, -1),
    'half a record at the end': header + one + two.slice(0, 90),
    'half a record between': `${header}${one}${two.slice(0, 90)}\n${three}`,
    'half a record, glued to the next': header + one + two.slice(0, 90) + three,
    'two in one line': header + one.slice(0, -1) + two,
    'one missing': header + one + three + four,
    'one twice': header + one + two + two + three,
    'in another order': header + one + three + two + four,
    'all turned round': header + six + five + four + three + two + one,
    'the last first': header + six + one + two + three,
    'an empty line': `${header}${one}\n${two}`,
    'blanks before': `${header}  ${one}${two}`,
    'words between': `${header}${one}hello\n${two}`,
    'JSON between': `${header}${one}{"seq":2}\n${two}`,
    'NUL bytes between': `${header}${one}${'\0'.repeat(40)}${two}`,
    'NUL bytes at the end': `${header}${one}${two}${'\0'.repeat(40)}`,
    'a byte order mark': `\uFEFF${header}${one}`,
    'carriage returns': (header + one + two).replaceAll('\n', '\r\n'),
    'another hash': header + one + two.replace(/"sha256":"[0-9a-f]/, '"sha256":"x') + three,
    'another length': header + one + two.replace(/"bytes":(\d)/, '"bytes":9$1') + three,
    'a shorter length': header + one + two.replace(/"bytes":\d/, '"bytes":') + three,
    'another text': header + one + two.replace('line', 'lime') + three,
    'another number': header + one + two.replace('"seq":2,', '"seq":5,') + three,
    'a later version': payload({ format: 'daypack', version: 2 }) + one,
    'no version': payload({ format: 'daypack' }) + one,
    'a header that is a list': payload([1]) + one,
    'a header without a format': payload({ kind: 'log' }) + one,
    'two headers': header + header + one,
    'a header at the end': header + one + header,
    'half a character': Buffer.concat([Buffer.from(header + one), Buffer.from([0xf0, 0x9f]), Buffer.from(two)]),
  }
  const parts: string[] = []
  for (const [name, bytes] of Object.entries(cases)) {
    const disk = new Disk()
    const open = () => filesOn(disk)
    await (await open()).close()
    await (await memVfs(disk).open('/w/log/s.jsonl', 'create')).write(Buffer.from(bytes))
    const driver = await open()
    const read = await driver.log.read('s').catch((error: unknown) => error as Error)
    const lines = [`- ${name}: ${read instanceof Error ? read.message : seen(read)}`]
    if (!(read instanceof Error)) {
      const appended = await driver.log.append('s', entries(read.head + 1, 1, 5), { expect: read.head }).catch(String)
      const again = await (await open()).log.read('s').catch((error: unknown) => error as Error)
      lines.push(`  ${JSON.stringify(appended)}, then ${again instanceof Error ? again.message : seen(again)}`)
    }
    for (const { path, bytes: held } of disk.files())
      if (!path.endsWith('daypack.json')) lines.push(`  ${path} ${held.length} ${digest(held)}`)
    parts.push(lines.join('\n'))
  }
  return `## Damage\n${parts.join('\n')}`
}

function seen({ entries: found, head, damage }: Awaited<ReturnType<FilesDriver['log']['read']>>): string {
  const told = damage.map(({ offset, bytes, why }) => `${offset}+${bytes} ${why}`)
  return `${found.map(({ seq }) => seq).join(' ')} of ${head}${told.length > 0 ? `; ${told.join('; ')}` : ''}`
}

function said(answer: unknown): string {
  if (answer instanceof Uint8Array) return `${answer.length} bytes ${digest(answer)}`
  const made = JSON.stringify(answer) ?? 'nothing'
  return made.length > 300 ? `${made.slice(0, 200)} … ${digest(made)}` : made
}
