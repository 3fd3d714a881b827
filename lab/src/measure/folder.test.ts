import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { benchFolder } from './folder.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'daypack-folder-'))
  folders.push(folder)
  mkdirSync(join(folder, 'below'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const turn = (n: number) => [
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: `t${n}`, name: 'Read', input: { file_path: `src/f${n}.ts` } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: `line ${n} of it\n`.repeat(400) }] },
]
const body = (turns: number, more = {}) =>
  JSON.stringify({
    messages: [{ role: 'user', content: 'Go.' }, ...Array.from({ length: turns }, (_, n) => turn(n)).flat()],
    ...more,
  })

it('counts what unmanaged and each preset cost, and names what it cannot read', async () => {
  const folder = folderOf({
    'long.json': body(40, { model: 'claude-opus-4-5' }),
    'below/zipped.json.gz': gzipSync(body(3, { model: 'claude-opus-4-5' })),
    'one.json': body(1),
    'cut.jsonl': '{"type":"user","message":',
    'broken.json.gz': new Uint8Array([0x1f, 0x8b, 1, 2, 3]),
    'picture.png': 'not read at all',
  })
  const seen: string[] = []
  const report = await benchFolder(folder, {
    windows: [32_000],
    presets: ['daypack'],
    onProgress: ({ file, nth, of, name }) => seen.push(`${nth}/${of} ${file} ${name}`),
  })
  expect(report).toMatchObject({ sessions: 2, requests: 43 })
  expect(report.skipped.map(({ file }) => file)).toEqual(['broken.json.gz', 'cut.jsonl', 'one.json'])
  expect(report.skipped.find(({ file }) => file === 'one.json')?.why).toBe('fewer than two replies')
  expect(seen).toHaveLength(4)
  const [unmanaged, ours] = report.rows
  expect(unmanaged).toMatchObject({ name: 'unmanaged', sessions: 2, cost: 1 })
  expect(unmanaged?.figures.overflows).toBeGreaterThan(0)
  expect(ours).toMatchObject({ name: 'daypack', sessions: 2 })
  expect(ours?.figures.overflows).toBe(0)
  expect(ours?.cost).toBeLessThan(1)
  expect(ours?.dollars).toBeCloseTo((unmanaged?.dollars ?? 0) * (ours?.cost ?? 0))
})

it('has no dollars where a price is not known, and no rows for an empty folder', async () => {
  const unknown = await benchFolder(folderOf({ 'a.json': body(3, { model: 'nobody-knows' }) }), { presets: [] })
  expect(unknown.rows.map(({ name, dollars }) => [name, dollars])).toEqual([['unmanaged', undefined]])
  expect(await benchFolder(folderOf({}))).toEqual({ rows: [], sessions: 0, requests: 0, longest: 0, skipped: [] })
})
