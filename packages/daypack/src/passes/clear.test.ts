import { describe, expect, it } from 'vitest'
import { eager, lines, texts } from '../../test/passes/support.ts'
import { openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { clear, type ClearOptions } from './clear.ts'

describe('clear', () => {
  const session = [
    request('x'.repeat(240_000)),
    ...[1, 2, 3, 4, 5].flatMap((at) =>
      step({ tool: 'bash', input: { command: `run ${at}` }, output: lines(100, `out${at}`) }),
    ),
  ]

  it('clears all but the newest three when the cache is cold and the window half full', async () => {
    const desk = await eager({ window: 100_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const shown = await texts(desk)
    expect(shown.map((text) => text.startsWith('[Old result cleared'))).toEqual([true, true, false, false, false])
    expect(shown[0]).toMatch(
      /^\[Old result cleared: bash run 1, 100 lines, 791 B\. Full text: tool_result\/\w+\.txt\]$/,
    )
  })

  it('W30: not at low use, and not while the cache is warm', async () => {
    const calm = await eager({ window: 1_000_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const warm = await eager({ window: 100_000, idleMs: 5 * 60_000 - 1 }, [clear()], ...session)
    expect([...(await texts(calm)), ...(await texts(warm))].some((text) => text.startsWith('[Old'))).toBe(false)
  })
})

describe('what clear takes', () => {
  const four = [1, 2, 3, 4].flatMap((at) => step({ tool: `t${at}`, output: lines(100, `out${at}`) }))
  async function taken(options: ClearOptions, idleMs: number, window = 1_000) {
    const desk = openDesk({ window, idleMs })
    await desk.say(...four, ...step({ tool: 'read_file', input: { path: 'a.ts' }, output: lines(100) }))
    const { edits, why } = await clear(options).propose(desk.view, desk.context())
    return { why, notes: edits.map((edit) => (edit.op === 'crop' ? `${edit.block} ${edit.note.text}` : '')) }
  }
  const note = { placeholder: () => 'gone' }

  it('all but the newest so many, from the idle time on and from the share of the window on', async () => {
    expect(await taken({ ...note, keep: 3 }, 300_000)).toEqual({
      why: 'idle for 5 minutes: 2 old results cleared',
      notes: ['2.0 gone', '4.0 gone'],
    })
    expect((await taken({ ...note, idleMs: 300_001 }, 300_000)).why).toBe('the cache is still warm')
    expect((await taken({ ...note, keep: 9 }, 300_000)).notes).toEqual([])
    expect((await taken(note, 300_000, 4_000)).why).toMatch(/^the window is only \d\d % full$/)
    expect((await taken({ ...note, above: 0, keep: 4 }, 300_000, 4_000)).notes).toEqual(['2.0 gone'])
    expect((await taken({ ...note, above: 1.01, reserveTokens: 900 }, 300_000, 1_200)).notes).toHaveLength(2)
  })

  it('never exempt tools, nor what is a note already; a file is named to be read again', async () => {
    const { notes } = await taken({ keep: 0, exempt: ['t1', 't2', 't3', 't4'] }, 300_000)
    expect(notes).toEqual(['10.0 [Old result cleared: read_file a.ts, 100 lines, 791 B. Read it again if needed]'])
    const desk = await eager({ window: 1_000, idleMs: 300_000 }, [clear({ keep: 0, ...note })], ...four)
    expect((await clear({ keep: 0, ...note }).propose(desk.view, desk.context())).edits).toEqual([])
  })
})
