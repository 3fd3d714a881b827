import { describe, expect, test } from 'vitest'
import { offload } from '../passes/offload.ts'
import { snip } from '../passes/snip.ts'
import { trim } from '../passes/trim.ts'
import { openDesk, step } from '../../../daypack-testing/src/desk.ts'
import { toolFacts } from './facts.ts'
import { TOOLS, toolOf, toolTable } from './table.ts'

describe('the table of tools', () => {
  test('is found whatever a host calls its tool', () => {
    for (const name of ['Read', 'read_file', 'readFile', 'mcp__files__read-file', 'functions.read_file'])
      expect(toolOf(name)?.does).toBe('read')
    expect(toolOf('exec_command')?.does).toBe('shell')
    expect(toolOf('mcp__daypack__read_ref')?.does).toBe('retrieval')
    expect(toolOf('Task')?.does).toBe('subagent')
    expect(toolOf('constructor')).toBeUndefined()
    expect(toolOf('')).toBeUndefined()
  })

  test('takes the tools of a host, whose word counts', () => {
    const own = toolTable({ Fetch_Row: { does: 'read', path: ['table'] }, view: { does: 'search' } })
    expect(toolFacts('fetch-row', { table: 'users' }, own)).toEqual({ kind: 'read', path: 'users', written: [] })
    expect(toolOf('view', own)?.does).toBe('search')
    expect(toolOf('bash', own)).toBe(TOOLS['bash'])
  })
})

describe("F-51: a host's own tools reach every pass", () => {
  const row = (output: string) => step({ tool: 'fetch_row', input: { table: 'users' }, output })
  const tools = { fetch_row: { does: 'read', path: ['table'] } } as const

  test('snip leaves out the older read', async () => {
    for (const [own, cropped] of [
      [{}, 0],
      [tools, 1],
    ] as const) {
      const desk = openDesk({ tools: own })
      await desk.say(...row('a'.repeat(900)), ...row('b'.repeat(900)))
      const { edits } = await snip({ keep: 0 }).propose(desk.view, desk.context())
      expect(edits.length).toBe(cropped)
    }
  })

  test('offload and trim never cut what a retrieval tool of the host gave back', async () => {
    const desk = openDesk({ tools: { fetch_row: { does: 'retrieval' } } })
    await desk.say(...row('x'.repeat(90_000)), ...row('y'.repeat(90_000)), ...row('z'))
    for (const pass of [offload({ maxBytes: 1_000 }), trim({ maxBytes: 1_000, recent: 0 })])
      expect((await pass.propose(desk.view, desk.context())).edits).toEqual([])
  })
})
