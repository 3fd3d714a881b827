// What Claude Code's hooks are answered, and how they are put into its settings.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack, type Daypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerHook, shrink, type HookInput } from './answer.ts'
import { installHooks } from '../commands/hooks.ts'

async function packOf(): Promise<Daypack> {
  const driver = memoryDriver({ now: () => 0 })
  const pack = await createDaypack({ driver, memory: { schedule: false, tuning: { watch: false } } })
  onTestFinished(() => pack.close())
  return pack
}
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'daypack-hooks-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const LONG = `${'a'.repeat(6_000)}${'b'.repeat(5_000)}${'c'.repeat(2_000)}`

describe('a long output', () => {
  test('is kept whole, and shown by its beginning and its end with the way to the rest', async () => {
    const pack = await packOf()
    const { stdout, code } = (await shrink(pack, 'Bash', { stdout: LONG, code: 0 })) as { stdout: string; code: number }
    expect(code).toBe(0)
    expect(stdout.startsWith(`${'a'.repeat(6_000)}\n[5000 of 13000 characters left out; `)).toBe(true)
    expect(stdout.endsWith(`]\n${'c'.repeat(2_000)}`)).toBe(true)
    const { blobs } = pack.driver
    for await (const { ref } of blobs?.list() ?? []) {
      expect(stdout).toContain(blobs?.path(ref))
      expect(Buffer.from((await blobs?.get(ref)) as Uint8Array).toString()).toBe(LONG)
    }
    expect(await shrink(pack, 'Bash', ['short', LONG, null, 7])).toEqual(['short', stdout, null, 7])
  })
  test('the lines before the cut are counted, and no character is cut in two', async () => {
    const pack = await packOf()
    const text = `${'x\n'.repeat(2_999)}x😀${'y'.repeat(9_000)}`
    const cut = String(await shrink(pack, 'Bash', text))
    expect(cut.slice(0, 6_000).isWellFormed()).toBe(true)
    expect(cut).toMatch(/left out; [^\]]*3000/)
  })
  test('up to 12,000 characters it stays; so does what is read to be edited next, and our own answers', async () => {
    const pack = await packOf()
    expect(await shrink(pack, 'Bash', 'x'.repeat(12_000))).toBeUndefined()
    expect(await shrink(pack, 'Bash', 'x'.repeat(12_001))).toBeDefined()
    expect(await shrink(pack, 'Bash', { n: 1, none: null })).toBeUndefined()
    for (const tool of ['Read', 'Edit', 'Task', 'mcp__daypack__recall']) {
      expect([tool, await shrink(pack, tool, LONG)]).toEqual([tool, undefined])
    }
    expect(await shrink(pack, 'mcp__other__read', LONG)).toBeDefined()
  })
})

describe('a hook is answered:', () => {
  const ask = async (input: HookInput, blocksCompaction = false, given?: Daypack) => {
    const said = await answerHook(given ?? (await packOf()), input, { blocksCompaction })
    return said?.startsWith('{') ? (JSON.parse(said) as { hookSpecificOutput?: object }) : said
  }
  test('after a tool with the shortened output, or not at all', async () => {
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash' }
    expect(await ask({ ...event, tool_response: LONG })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: expect.stringContaining('left out') as string,
      },
    })
    expect(await ask({ ...event, tool_response: 'short' })).toBeUndefined()
    expect(await ask({ hook_event_name: 'PostToolUse', tool_response: LONG })).toBeDefined()
  })
  test('before a compaction with what to keep, or with no', async () => {
    expect(await ask({ hook_event_name: 'PreCompact' })).toContain('tool_result/')
    expect(await ask({ hook_event_name: 'PreCompact' }, true)).toMatchObject({ decision: 'block' })
  })
  test('at the start with what memory holds, and with nothing where it is empty', async () => {
    const pack = await packOf()
    expect(await ask({ hook_event_name: 'SessionStart' }, false, pack)).toBeUndefined()
    await pack.memory.remember('The staging port is 8443.')
    expect(JSON.stringify(await ask({ hook_event_name: 'SessionStart' }, false, pack))).toContain('8443')
  })
  test('at the end by noting what was said, once, unless the proxy has the session', async () => {
    const pack = await packOf()
    const file = path.join(folder(), 't.jsonl')
    const line = { type: 'user', message: { role: 'user', content: 'Remember: the staging port is 8443.' } }
    writeFileSync(file, `${JSON.stringify({ ...line, timestamp: '2026-01-05T12:00:00Z', sessionId: 's' })}\n`)
    const end = { hook_event_name: 'SessionEnd', session_id: 's', transcript_path: file }
    const notes = async () => (await pack.driver.notes?.list())?.length
    await (await pack.session('claude-s')).append({ role: 'user', blocks: [{ type: 'text', text: 'x' }] })
    expect([await ask(end, false, pack), await notes()]).toEqual([undefined, 0])
    expect([await ask({ hook_event_name: 'SessionEnd', session_id: 's' }, false, pack), await notes()]).toEqual([
      undefined,
      0,
    ])
    expect([await ask({ ...end, session_id: 't' }, false, pack), await notes()]).toEqual([undefined, 1])
  })
  test('anything else with nothing', async () => {
    expect([await ask({}), await ask({ hook_event_name: 'Stop' })]).toEqual([undefined, undefined])
  })
})

test('hooks stand behind those of others, replace older ones of ours, and are written once', () => {
  const file = path.join(folder(), 'deep', 'settings.json')
  expect([installHooks(file, 'daypack hooks run'), installHooks(file, 'daypack hooks run')]).toEqual([
    { isChanged: true },
    { isChanged: false },
  ])
  const first = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, object[]> }
  expect(Object.keys(first.hooks)).toEqual(['SessionStart', 'PostToolUse', 'PreCompact', 'SessionEnd'])
  const mine = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] }
  const other = { hooks: [{ type: 'prompt' }] }
  const old = { hooks: [{ type: 'command', command: '/old/daypack hooks run' }] }
  writeFileSync(
    file,
    `\uFEFF${JSON.stringify({ model: 'x', hooks: { PostToolUse: [old, mine, other, {}], Stop: [mine] } })}`,
  )
  installHooks(file, 'new hooks run')
  const { hooks, model } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, object[]>; model: string }
  const ours = { hooks: [{ type: 'command', command: 'new hooks run' }] }
  expect([model, hooks['PostToolUse'], hooks['Stop'], hooks['PreCompact']]).toEqual([
    'x',
    [mine, other, {}, ours],
    [mine],
    [ours],
  ])
  writeFileSync(file, '{')
  expect(() => installHooks(file, 'x')).toThrow('is not JSON; fix it, then install the hooks.')
  expect(() => installHooks(path.dirname(file), 'x')).toThrow('EISDIR')
})
