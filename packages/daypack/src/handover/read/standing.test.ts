import { describe, expect, it } from 'vitest'
import { textOf, type Message } from '../../model/message.ts'
import { compact } from '../../passes/compact.ts'
import { offload } from '../../passes/offload.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Said } from '../../speech/speech.ts'
import { observeStanding, standingOf, standingText, type Standing } from './standing.ts'
import { work } from '../../../../daypack-testing/test/work.ts'

const rules = (count: number): string =>
  Array.from({ length: count }, (_, n) => `- RULE-${n}: module ${n} keeps its public names stable.`).join('\n')

const reminder = (text: string): Message => ({
  role: 'user',
  blocks: [{ type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` }],
})

/** As Claude Code begins: environment and skills first, then CLAUDE.md, git status, how to sign, the request. */
function opening(rulesText: string): Message {
  const parts = [
    `# Environment\n${'- skill: does something useful for the work here\n'.repeat(200)}`,
    `Codebase and user instructions are shown below.\n\nContents of /repo/CLAUDE.md (project instructions):\n\n${rulesText}`,
    "As you answer the user's questions, you can use the following context:\n# gitStatus\nCurrent branch: topic-7",
    "Today's date is 2026-11-16.",
    'Attribution for git commits from here on:\n- End messages with: Signed-off-by: Robin',
  ]
  return {
    role: 'user',
    blocks: [
      ...parts.map((text) => ({ type: 'text' as const, text: `<system-reminder>\n${text}\n</system-reminder>` })),
      { type: 'text', text: 'Build the login service.' },
    ],
  }
}

async function handOver(messages: readonly Message[], window = 64_000): Promise<string> {
  const desk = openDesk({ window })
  await desk.say(...messages)
  await desk.run([compact()], { isForced: true })
  return textOf((await desk.shown())[0] as Message)
}

describe('standing instructions (G-20)', () => {
  it('are whole after an epoch, however much came before them', async () => {
    const text = await handOver([opening(rules(80)), ...work(40).slice(1)])
    for (let n = 0; n < 80; n++) expect(text).toContain(`- RULE-${n}: module ${n} keeps`)
    expect(text).toContain('Current branch: topic-7')
    expect(text).toContain("Today's date is 2026-11-16.")
    expect(text).toContain('Signed-off-by: Robin')
    expect(text).toContain('# Latest request of the user')
  })

  it('stay whole after the second epoch too, and take no room from the story', async () => {
    const desk = openDesk({ window: 64_000 })
    await desk.say(opening(rules(80)), ...work(30).slice(1))
    await desk.run([compact()], { isForced: true })
    await desk.say(request('And the logout.'), ...work(30).slice(1))
    await desk.run([compact()], { isForced: true })
    const text = textOf((await desk.shown())[0] as Message)
    expect(text.match(/RULE-\d+:/g)).toHaveLength(80)
    expect(text).toContain('[2] AGENT: I decided to use JWT because it needs no table.')
  })
})

describe('what the model has not answered yet (G-21)', () => {
  const output = (lines: number): string =>
    ['MARK-BEGINNING', ...filler(lines), 'MARK-MIDDLE', ...filler(lines), 'MARK-END'].join('\n')
  const filler = (lines: number): string[] => Array.from({ length: lines }, (_, n) => `line ${n} of an output`)
  const unseen = (text: string, thinks: boolean): Message[] => {
    const [call, result] = step({ tool: 'Bash', input: { command: 'npm test' }, output: text }) as [Message, Message]
    const thought = {
      type: 'opaque' as const,
      purpose: 'reasoning' as const,
      wire: { type: 'thinking', thinking: 'hm' },
    }
    return [{ ...call, blocks: thinks ? [thought, ...call.blocks] : call.blocks }, result]
  }
  const shownAfter = async (lines: number, thinks: boolean, window = 32_000): Promise<string> => {
    const desk = openDesk({ window })
    await desk.say(...work(40), ...unseen(output(lines), thinks))
    await desk.run([offload({ maxChars: 60_000 }), compact()], { isForced: true })
    expect(desk.view.items.some((item) => item.kind === 'fold')).toBe(true)
    return JSON.stringify(await desk.shown())
  }

  for (const thinks of [false, true])
    it(`goes out whole, as without an epoch${thinks ? ' (restart form)' : ''}`, async () => {
      const shown = await shownAfter(400, thinks)
      for (const mark of ['MARK-BEGINNING', 'MARK-MIDDLE', 'MARK-END']) expect(shown).toContain(mark)
    })

  it('keeps beginning, errors and end where it alone is too big for the window', async () => {
    const desk = openDesk({ window: 12_000 })
    const [head, tail] = [filler(4_000), filler(4_000)]
    const text = ['MARK-BEGINNING', ...head, 'Error: MARK-ERROR at src/a.ts:3', ...tail, 'MARK-END'].join('\n')
    await desk.say(...work(5), ...unseen(text, false))
    await desk.run([compact()])
    const shown = JSON.stringify(await desk.shown())
    for (const mark of ['MARK-BEGINNING', 'MARK-ERROR', 'MARK-END']) expect(shown).toContain(mark)
  })

  it('is not folded though several messages wait for an answer', async () => {
    const desk = openDesk({ window: 32_000 })
    const words = (n: number): string => `Wish ${n}: ${'please mind this detail. '.repeat(60)}END-${n}`
    await desk.say(...work(40), answer('Done.'), request(words(1)), request(words(2)), request(words(3)))
    await desk.run([compact()], { isForced: true })
    const shown = await desk.shown()
    expect(shown.slice(-3).map(textOf)).toEqual([words(1), words(2), words(3)])
  })
})

type Given = readonly [text: string, label?: string]
const host = ([text, label]: Given): Said => ({ by: 'host', text, ...(label !== undefined && { label }) })
/** What stands after some messages, by its key; the first is the opening one. */
function standingAfter(...messages: readonly (readonly Given[])[]): Record<string, string> {
  const standing: Standing = new Map()
  for (const [at, given] of messages.entries()) observeStanding(standing, given.map(host), at + 1, at === 0)
  return Object.fromEntries(
    [...standing].map(([key, { seq, text, path }]) => [key, `${seq} ${text}${path ? ` (${path})` : ''}`]),
  )
}

const rule = 'Contents of /a/CLAUDE.md:\nuse tabs'
it.each<[string, (readonly Given[])[], Record<string, string>]>([
  [
    'all that is given at the opening',
    [[['  one fact ', 'x'], ['two facts']]],
    { x: '1 one fact', 'two facts': '1 two facts' },
  ],
  ['nothing empty, nothing of the moment', [[[' '], ['three', 'recently_opened']]], {}],
  [
    'later what demands something',
    [
      [],
      [
        ['You must be kind.', 'x'],
        ['a fact', 'y'],
      ],
    ],
    { x: '2 You must be kind.' },
  ],
  ['and rules', [[], [[rule]]], { 'file /a/CLAUDE.md': `2 ${rule} (/a/CLAUDE.md)` }],
  ['no other file', [[], [['Contents of /a/page.md:\nuse tabs']]], {}],
  ['no demand below its first lines', [[], [[`${'x'.repeat(396)} must`]]], {}],
  ['a demand just above', [[], [[`${'x'.repeat(395)} must`, 'x']]], { x: `2 ${'x'.repeat(395)} must` }],
  ['none in a text of 4,001 characters', [[], [[`must ${'x'.repeat(3996)}`, 'x']]], {}],
  ['one in 4,000', [[], [[`must ${'x'.repeat(3995)}`, 'x']]], { x: `2 must ${'x'.repeat(3995)}` }],
  ['the newer copy', [[['a 1', 'x']], [['a 2', 'x']]], { x: '2 a 2' }],
  [
    'two of a kind in one message',
    [
      [
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'x'],
      ],
    ],
    { x: '1 a', 'x+': '1 b', 'x++': '1 c' },
  ],
  [
    'by how they begin',
    [
      [
        ['on day 12:\na', 'system-reminder'],
        ['by 3', 'system_reminder'],
      ],
    ],
    { 'on day 0:': '1 on day 12:\na', 'by 0': '1 by 3' },
  ],
  ['by their first 60 characters', [[['x'.repeat(61)]]], { ['x'.repeat(60)]: `1 ${'x'.repeat(61)}` }],
  [
    'by what a context begins with',
    [[['the following context:\n# git\nmain']]],
    { 'the following context:# git': '1 the following context:\n# git\nmain' },
  ],
  ['days', [[["Today's date is 1.1."]], [['The date has changed: 2.1.']]], { date: '2 The date has changed: 2.1.' }],
])('what stands: %s', (_, messages, standing) => {
  expect(standingAfter(...messages)).toEqual(standing)
})

it('a mode stands until it is over, and what else stands stays', () => {
  const mode = 'Plan mode is active. You must not edit.'
  expect(
    standingAfter(
      [
        ['a', 'x'],
        [mode, 'y'],
      ],
      [['You exited plan mode.', 'z']],
    ),
  ).toEqual({ x: '1 a' })
  expect(
    standingAfter(
      [
        ['a', 'x'],
        [mode, 'y'],
      ],
      [[`${'so '.repeat(133)}exited plan mode`]],
    ),
  ).toHaveProperty('y')
})

it('of a whole conversation what the host says counts, not what others say', async () => {
  const desk = openDesk()
  const say = (role: Message['role'], text: string): Message => ({ ...reminder(text), role })
  await desk.say(
    say('user', 'one'),
    say('system', 'two'),
    answer('So.'),
    say('assistant', 'three'),
    say('user', 'four'),
  )
  expect(standingOf(desk.view.slots).map(({ text }) => text)).toEqual(['one'])
})

describe('instructions that do not fit', () => {
  const ctx = (name: string) => ({
    ...openDesk().context(),
    path: (ref: string) => ref.slice(0, 4),
    reader: { ...openDesk().context().reader, name },
  })
  const told = (texts: readonly string[], less: number, name = 'Read'): Promise<string> =>
    standingText(
      texts.map((text, seq) => ({ seq, text, path: `/p${seq}` })),
      ctx(name),
      texts.reduce((sum, text) => sum + text.length + 2, 0) - less,
    )
  const note = (place: string, name = ' with Read'): string =>
    `…\n[The rest of these instructions does not fit into this window; they still hold. Read them whole${name}: ${place}]`
  const [small, large] = ['s'.repeat(900), 'l'.repeat(1_000)]
  const listed = `Available skills\n- ${'k'.repeat(97)}`

  it('are whole while they do', async () => {
    expect(await told([small, large], 0)).toBe(`${small}\n\n${large}`)
  })
  it('give way from the largest on, to 400 characters', async () => {
    expect(await told([small, large], 1)).toBe(
      `${small}\n\n${'l'.repeat(1_000 - 1 - note('/p1').length + 1)}${note('/p1')}`,
    )
    expect(await told([small, large], 700)).toBe(
      `${'s'.repeat(800 - 2 * (note('/p0').length - 1))}${note('/p0')}\n\n${'l'.repeat(400)}${note('/p1')}`,
    )
  })
  it('stay whole where the note takes more than it saves', async () => {
    const short = 's'.repeat(400 + note('/p0').length - 1)
    expect(await told([short], 300)).toBe(short)
    expect(await told([`${short}ss`], 300)).toBe(`${'s'.repeat(400)}${note('/p0')}`)
  })
  it('of a list a line each, and it gives way first', async () => {
    const list = `${listed}\n  goes on\nand on\n# More\nand so on\n- ${'k'.repeat(110)}`
    const lines = `${listed}\n# More\nand so on\n- ${'k'.repeat(97)}…`
    expect(await told([list], 0)).toBe(lines)
    const all = `${listed}\n# ${'x'.repeat(800)}`
    expect(await told([all, large], 1, '')).toMatch(/^Available [^…]*…\n\[The rest [^\]]*whole: \/p0\]\n\nl{1000}$/)
  })
  it('without a path say where the text is kept', async () => {
    const text = await standingText([{ seq: 1, text: large }], ctx(''), 500)
    expect(text).toMatch(/still hold\. Read them whole: [0-9a-f]{4}\]$/)
  })
})
