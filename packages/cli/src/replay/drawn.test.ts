// What a replay draws and prints.
import type { View } from 'daypack'
import type { ReplaySession } from 'daypack-lab/measure/session'
import { unmanaged, type Figures, type ReplayStep } from 'daypack-lab/replay/run'
import { describe, expect, test } from 'vitest'
import { bar, fillOf, legend, short } from './meter.ts'
import { footnotes, priceLine, progress, screen, table, whyNoGain } from './show.ts'
import { timeline } from './svg.ts'

const item = (role: string, tokens: number) => ({ kind: 'message', message: { role }, size: { tokens } })
const view = {
  system: { size: { tokens: 100 } },
  items: [
    { kind: 'fold', size: { tokens: 50 } },
    item('user', 10),
    item('user', 5),
    item('assistant', 20),
    item('tool', 300),
    item('system', 7),
  ],
  size: { tokens: 492 },
} as unknown as View
const fill = (parts: object) => ({
  system: 0,
  'hand-over': 0,
  user: 0,
  assistant: 0,
  'tool results': 0,
  free: 0,
  ...parts,
})

describe('the window as a bar', () => {
  test('who fills it', () => {
    expect(fillOf(view, 1_000)).toEqual({
      system: 107,
      'hand-over': 50,
      user: 15,
      assistant: 20,
      'tool results': 300,
      free: 508,
    })
    expect(fillOf({ ...view, system: undefined } as unknown as View, 400)).toMatchObject({ system: 7, free: 0 })
    expect(legend(fillOf(view, 1_000))).toBe(
      'S system 107  # hand-over 50  u user 15  a assistant 20  = tool results 300  · free 508',
    )
  })
  test.each([
    [fill({}), 4, '····'],
    [fill({ user: 1, free: 1 }), 4, 'uu··'],
    [fill({ system: 1, user: 1, free: 998 }), 10, 'Su········'],
    [fill({ system: 1, 'hand-over': 1, user: 1, assistant: 1, 'tool results': 96 }), 10, 'S#ua======'],
    [fill({ system: 1, user: 1, assistant: 1 }), 4, 'Sua·'],
    [fill({ user: 5, assistant: 5, 'tool results': 5 }), 2, 'a='],
  ])('%j in %d places is %s', (parts, width, drawn) => expect(bar(parts, width)).toBe(drawn))
  test.each([
    [0, '0'],
    [999.4, '999'],
    [1_000, '1.0k'],
    [999_999, '1000.0k'],
    [1_000_000, '1.00M'],
  ])('%d tokens are %s', (tokens, said) => expect(short(tokens)).toBe(said))
})

describe('while it runs', () => {
  const drawn = (isTTY: boolean, columns: number | undefined, steps: readonly object[]) => {
    const said: string[] = []
    const to = screen({ isTTY, columns, write: (text: string) => said.push(text) } as unknown as NodeJS.WriteStream)
    const told = progress(to, 1_000)
    for (const step of steps) told({ of: 4, view, sent: 492, full: 2_000, ...step } as unknown as ReplayStep)
    return { width: to.width, said }
  }
  const epoch = { kind: 'mark', name: 'epoch', data: { before: 900, after: 400, usable: 1_000, tide: 'pressure' } }
  test('in a file: an epoch, and the bar at each quarter', () => {
    expect(
      drawn(false, undefined, [
        { step: 1 },
        { step: 1.5, plan: { why: 'it pays', entries: [{ kind: 'usage' }, epoch] } },
        { step: 4 },
      ]),
    ).toEqual({
      width: 80,
      said: [
        '  request   1  [SSSSSS###ua=================····························]\n',
        '               S system 107  # hand-over 50  u user 15  a assistant 20  = tool results 300  · free 508\n',
        '  request 1.5  epoch: 900 → 400 tokens, because the window was filling up\n',
        '  request   4  [SSSSSS###ua=================····························]\n',
        '               S system 107  # hand-over 50  u user 15  a assistant 20  = tool results 300  · free 508\n',
      ],
    })
  })
  test('on a screen: the last line is drawn again', () => {
    expect(drawn(true, 300, [{ step: 0.5 }])).toEqual({
      width: 100,
      said: ['\r\u001b[2K  [SSSSSS###ua=================······························] 0.5/4  492 of 2.0k'],
    })
    expect(drawn(true, 50, [{ step: 1 }]).said.map((line) => line.length)).toEqual([46, 49, 108])
  })
})

describe('in the end', () => {
  const row = (more: object) =>
    ({
      name: 'daypack',
      cost: 1_000,
      share: 0.5,
      words: 1,
      editLines: 0.25,
      breaks: 2,
      most: 12_345,
      ...more,
    }) as unknown as Figures
  test('a table, in dollars where all prices are known', () => {
    expect(table([row({ dollars: 0.5 }), row({ name: 'unmanaged', dollars: 1 })])).toEqual([
      "               cost  of everything  user's words  next edit  cache breaks  most tokens",
      '  daypack     $0.50         50.0 %       100.0 %     25.0 %             2        12.3k',
      '  everything  $1.00         50.0 %       100.0 %     25.0 %             2        12.3k',
    ])
    expect(table([row({ editLines: undefined, dollars: 1 }), row({ name: 'unmanaged', words: undefined })])).toEqual([
      "              cost  of everything  user's words  next edit  cache breaks  most tokens",
      '  daypack     1.0k         50.0 %       100.0 %          –             2        12.3k',
      '  everything  1.0k         50.0 %             –          –             2        12.3k',
    ])
  })
  test('what the columns are, and by which prices', () => {
    const session = (meter: object) => ({ transcript: { model: 'm' }, meter }) as unknown as ReplaySession
    expect([
      priceLine(session({})),
      priceLine(session({ price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }, ttlMs: 3_600_000 })),
      footnotes(session({})).length,
    ]).toEqual([
      'in input tokens, no price is known; against plain input, cached 0.1, written to the cache 1.25, output 5; the cache lasts 5 minutes',
      'list prices of m; against plain input, cached 0.1, written to the cache 1.25, output 5; the cache lasts 60 minutes',
      3,
    ])
  })
  test('why nothing was gained, if nothing was', () => {
    const session = {
      transcript: {},
      meter: {},
      raw: 500,
      steps: [{ full: 900 }, { full: 200 }],
    } as unknown as ReplaySession
    const { cost, most } = unmanaged(session)
    const why = (window: number, ...rows: readonly object[]) =>
      whyNoGain(
        session,
        rows.map((more) => row({ epochs: 0, cost, ...more })),
        window,
      )
        ?.trim()
        .slice(0, 22)
    expect([
      why(most, {}),
      why(most - 1, {}),
      why(most, {}, { epochs: 1 }),
      why(most, { cost: cost - 1 }, { cost: cost + 1 }),
    ]).toEqual(['It never came close to', undefined, 'Nothing was gained: wh', undefined])
  })
  test('a picture of the tokens of each request, with names that cannot break it', () => {
    const drawn = timeline(
      [
        { name: 'a<b>&', tokens: [0, 1_000, 4_000] },
        { name: 'middle', tokens: [500] },
        { name: 'all', tokens: [2_000, 8_000] },
      ],
      4_000,
    )
    expect(drawn.split('\n').slice(3)).toEqual([
      '<line x1="64" x2="884" y1="324" y2="324" class="rule"/><text x="56" y="328" text-anchor="end" class="soft">0k</text>',
      '<line x1="64" x2="884" y1="247" y2="247" class="rule"/><text x="56" y="251" text-anchor="end" class="soft">2k</text>',
      '<line x1="64" x2="884" y1="170" y2="170" class="rule"/><text x="56" y="174" text-anchor="end" class="soft">4k</text>',
      '<line x1="64" x2="884" y1="93" y2="93" class="rule"/><text x="56" y="97" text-anchor="end" class="soft">6k</text>',
      '<line x1="64" x2="884" y1="16" y2="16" class="rule"/><text x="56" y="20" text-anchor="end" class="soft">8k</text>',
      '<line x1="64" x2="884" y1="170" y2="170" stroke="#cf222e" stroke-dasharray="4 4"/>',
      '<path fill="none" stroke="#1f6feb" stroke-width="2.5" d="m64 324 410-38 410-116"/>',
      '<path fill="none" stroke="#8b949e" stroke-width="1" opacity="0.55" d="m64 305"/>',
      '<path fill="none" stroke="#bf8700" stroke-width="2.5" d="m64 247 410-231"/>',
      '<text x="76" y="34" font-weight="bold" fill="#1f6feb">a&lt;b&gt;&amp;</text>',
      '<text x="76" y="50" fill="#8b949e">middle</text>',
      '<text x="76" y="66" font-weight="bold" fill="#bf8700">all</text>',
      '<text x="450" y="350" text-anchor="middle" class="soft">tokens sent with each of 3 requests; the dashed line is the window</text>',
      '</svg>',
      '',
    ])
    expect(timeline([], 1_000)).toContain('each of 2 requests')
  })
})
