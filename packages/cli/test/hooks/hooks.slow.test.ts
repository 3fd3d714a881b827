import { startProvider, type Script } from 'daypack-testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientFile } from '../../../../scripts/clients.mjs'
import { daypack, DAYPACK, project, type Project } from '../run.ts'
import { runClaude } from '../clients/claude.ts'

let at: Project
beforeEach(() => void (at = project()))
afterEach(() => at.remove())

const hook = (input: object, ...flags: string[]) => daypack(at, ['hooks', 'run', ...flags], JSON.stringify(input))

describe('one event', () => {
  test('a session starts with the notes; compaction is blocked only when asked', async () => {
    expect((await hook({ hook_event_name: 'SessionStart' })).out).toBe('')
    await daypack(at, ['memory', 'add', 'The user likes herons.'])
    expect((await hook({ hook_event_name: 'SessionStart' })).out).toContain('likes herons')
    expect((await hook({ hook_event_name: 'PreCompact' })).out).not.toContain('block')
    expect(JSON.parse((await hook({ hook_event_name: 'PreCompact' }, '--block-compaction')).out)).toMatchObject({
      decision: 'block',
    })
  })

  test('G-02: what was said is noted when the session ends, once, and the next one begins with it', async () => {
    const line = (type: string, content: string, uuid: string) =>
      JSON.stringify({
        type,
        uuid,
        sessionId: 's1',
        timestamp: new Date().toISOString(),
        message: { role: type, content },
      })
    const said = [line('user', 'I am allergic to penicillin.', 'a'), line('assistant', 'Noted.', 'b')]
    const transcript_path = at.file('s1.jsonl', said.join('\n'))
    const ended = { hook_event_name: 'SessionEnd', session_id: 's1', transcript_path }
    for (let n = 0; n < 2; n++) expect(await hook(ended)).toMatchObject({ code: 0, out: '', err: '' })
    const { out } = await hook({ hook_event_name: 'SessionStart' })
    expect(out.match(/penicillin/g)).toHaveLength(1)
  })

  test('what cannot be done stops nobody', async () => {
    expect(await daypack(at, ['hooks', 'run'], 'no json')).toMatchObject({ code: 0, out: '' })
    const odd = at.file('file', '')
    expect(await hook({ hook_event_name: 'SessionStart' }, '--dir', odd)).toMatchObject({ code: 0, out: '' })
  })
})

const claude = clientFile('claude')
const hint = claude === undefined ? ' (not installed: node scripts/clients.mjs install claude)' : ''

/** The real program, once for each list of words; what it said, and the messages of every request. */
async function claudeCode(script: Script, ...runs: string[][]): Promise<{ out: string; sent: string[] }> {
  const provider = await startProvider({ script })
  let out = ''
  try {
    for (const words of runs)
      out += await runClaude(claude ?? '', words, { dir: at.dir, env: at.env, url: provider.url })
    return { out, sent: provider.requests.map(({ body }) => JSON.stringify(body['messages'] ?? '')) }
  } finally {
    await provider.close()
  }
}

const command = DAYPACK.map((word) => `'${word}'`).join(' ')

test.skipIf(claude === undefined)(`Claude Code: notes at the start, a long output cut${hint}`, async () => {
  await daypack(at, ['memory', 'add', 'The user likes herons.'])
  await daypack(at, ['hooks', 'install', '--command', command])
  const { out, sent } = await claudeCode(
    ({ body }) => {
      if (!Array.isArray(body['tools']) || body['tools'].length === 0) return { text: 'title' }
      return JSON.stringify(body['messages']).includes('tool_result')
        ? { thinking: 'Done.', text: 'READY' }
        : { thinking: 'I count.', calls: [{ tool: 'Bash', input: { command: 'seq 1 5000', description: 'count' } }] }
    },
    ['-p', 'count', '--allowedTools', 'Bash(seq:*)'],
  )
  expect(out).toContain('READY')
  expect(sent.at(-1)).toContain('likes herons')
  expect(sent.at(-1)).toContain('read on with `Read` with file_path=')
  expect(sent.at(-1)).not.toContain('\\n2500\\n')
})

test.skipIf(claude === undefined)(
  `Claude Code: compacts with our wish, and not at all where that is blocked${hint}`,
  async () => {
    const compacted = async (...flags: string[]) => {
      await daypack(at, ['hooks', 'install', '--command', command, ...flags])
      const reply = { thinking: 'Hm.', text: 'READY <summary>It was short.</summary>' }
      const { sent } = await claudeCode([reply], ['-p', 'hello'], ['-c', '-p', '/compact'])
      return sent.slice(1)
    }
    expect(await compacted()).toEqual([expect.stringContaining('In the summary name every file path')])
    expect(await compacted('--block-compaction')).toEqual([])
  },
)
