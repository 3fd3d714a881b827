// What the doctor finds in a workspace where something is wrong.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesDriver } from 'daypack/drivers'
import { expect, test } from 'vitest'
import { said } from '../inspect/workspace.ts'
import { commandLines } from './command-lines.ts'

/** A session with a result that is too long to stand in its log. */
function workspace(dir: string) {
  const content = { text: 'a line of the file\n'.repeat(5_000) }
  return said(dir, 's', [
    { role: 'user', blocks: [{ type: 'text', text: 'Look.' }] },
    { role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c', tool: 'Read', input: {} }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId: 'c', tool: 'Read', content }] },
  ])
}

/** Of the checks, those about a workspace: the lines behind the model's. */
async function checked(change: (dir: string) => unknown, line = 'doctor') {
  const { at, ran } = commandLines()
  const dir = path.join(at.dir, '.daypack')
  await change(dir)
  const [, code, ...lines] = await ran(line)
  return [code, ...lines.filter((each) => !/^. (?:versions|settings|model|space):/.test(String(each)))]
}
const BAD = 'Something is wrong: see the lines marked with a cross.'

test('a sound workspace: what it holds', async () => {
  expect(await checked((dir) => workspace(dir))).toEqual([
    0,
    '✓ workspace: <dir>/.daypack: 1 log, 3 entries, 0 days of dialog',
    '✓ stored results: 1 in use',
    '✓ memory: index empty, 0 tasks waiting',
    'All is well.',
  ])
})

test('a result that retention removed is no trouble', async () => {
  const lines = await checked(async (dir) => {
    await workspace(dir)
    const driver = await filesDriver({ dir, now: Date.now })
    for await (const { ref } of driver.blobs.list()) {
      await driver.blobs.mark(ref, 1)
      await driver.blobs.drop(ref, 'old', 1)
    }
    await driver.close()
  })
  expect([lines[0], lines[2]]).toEqual([0, '✓ stored results: 1 in use, 1 removed by retention'])
})

test('a result that is missing, a log that cannot be read, and one that is damaged in one place', async () => {
  const missing = await checked(async (dir) => {
    await workspace(dir)
    rmSync(path.join(dir, 'tool_result'), { recursive: true })
  })
  expect([missing[0], missing[2], missing.at(-1)]).toEqual([
    1,
    '✗ stored results: 1 in use, 1 missing: restore them from a backup',
    BAD,
  ])
  const damaged = await checked(async (dir) => {
    await workspace(dir)
    const [log = ''] = readdirSync(path.join(dir, 'log')).filter((name) => name.endsWith('.jsonl'))
    writeFileSync(path.join(dir, 'log', log), 'not a log\n', { flag: 'a' })
  })
  expect([damaged[0], damaged.filter((line) => String(line).includes(' log: ')).length > 0]).toEqual([1, true])
})

test('a workspace that is no folder, or one that this user may not write to', async () => {
  expect(await checked((dir) => writeFileSync(dir, ''))).toEqual([
    1,
    '✗ workspace: <dir>/.daypack is not a folder; name another with --dir',
    BAD,
  ])
  expect(await checked(() => {}, 'doctor --dir deep/below/here')).toEqual([
    0,
    '· workspace: none at <dir>/deep/below/here yet',
    'All is well.',
  ])
  if (process.getuid?.() === 0) return
  const locked = await checked((dir) => {
    mkdirSync(dir)
    chmodSync(dir, 0o500)
  })
  expect(locked[1]).toBe(
    '✗ workspace: this user cannot write to <dir>/.daypack; change its rights, or name another with --dir',
  )
})

test('a server that cannot be reached, alone or as the place of a tenant; an address that is none', async () => {
  const { ran } = commandLines()
  const nobody = 'postgres://127.0.0.1:1/x'
  const [, code, , ...alone] = await ran(`doctor --url ${nobody}`)
  expect([code, alone.length, alone[0], alone.at(-1)]).toEqual([1, 2, expect.stringMatching(/^✗ server: /), BAD])
  const [, tenant, ...lines] = await ran(`doctor --url ${nobody} --tenant t`)
  expect([tenant, lines.some((line) => String(line).startsWith('✗ server: ')), lines.at(-1)]).toEqual([1, true, BAD])
  expect((await ran('doctor --url redis://x'))[1]).toBe(1)
})

test('as JSON: whether all is well, and each check', async () => {
  const { ran } = commandLines()
  const [, code, ...out] = await ran('doctor --json')
  const { ok, checks } = JSON.parse(out.join('\n')) as { ok: boolean; checks: { name: string; state: string }[] }
  expect([code, ok, checks.map(({ name, state }) => `${name} ${state}`)]).toEqual([
    0,
    true,
    ['versions good', 'settings good', 'model note', 'workspace note'],
  ])
})
