import { describe, expect, it } from 'vitest'
import { textOf, type Message } from '../../model/message.ts'
import { compact } from '../../passes/compact.ts'
import { offload } from '../../passes/offload.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
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

  it('keep lists of skills to a line each, and every rule beside them', async () => {
    const skill = (n: number) =>
      `- skill-${n}: makes pages of the kind ${n}.${' It has many words about when to use it.'.repeat(9)}`
    const skills = Array.from({ length: 30 }, (_, n) => `${skill(n)}\nTRIGGER when page ${n} is wanted`).join('\n')
    const given = reminder(`The following skills are available for use with the Skill tool:\n\n${skills}`)
    const text = await handOver([given, opening(rules(80)), ...work(40).slice(1)])
    for (let n = 0; n < 80; n++) expect(text).toContain(`- RULE-${n}: module ${n} keeps`)
    for (let n = 0; n < 30; n++) expect(text).toContain(`- skill-${n}: makes pages of the kind ${n}.`)
    expect(text).not.toContain('TRIGGER when page')
    expect(text.split('many words about').length - 1).toBeLessThanOrEqual(31)
  })

  it('of a mode are gone when it is over, and hold while it lasts', async () => {
    const plan = reminder('Plan mode is active. You MUST NOT make any edits until the user has agreed.')
    const approved = step({
      tool: 'ExitPlanMode',
      input: { plan: '1. login' },
      output: 'User has approved your plan. Start.',
    })
    const lasting = await handOver([request('Build it.'), plan, ...work(40).slice(1)])
    expect(lasting).toContain('Plan mode is active')
    expect(await handOver([request('Build it.'), plan, ...approved, ...work(40).slice(1)])).not.toContain(
      'Plan mode is',
    )
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

  it('are the newest copy of each: an older date, older rules of the same file are gone', async () => {
    const text = await handOver([
      opening('- OLD-RULE: tabs.'),
      ...work(20).slice(1),
      reminder('Contents of /repo/CLAUDE.md (project instructions):\n\n- NEW-RULE: blanks.'),
      reminder("The date has changed. Today's date is now 2026-11-17."),
      ...work(20).slice(1),
    ])
    expect(text).toContain('NEW-RULE')
    expect(text).toContain('2026-11-17')
    expect(text).not.toContain('OLD-RULE')
    expect(text).not.toContain('2026-11-16')
  })

  it('leave out reminders of the moment and what hooks print', async () => {
    const text = await handOver([
      opening(rules(2)),
      ...work(20).slice(1),
      reminder('The task tools haven’t been used recently. Consider using TaskCreate.'.replace('’', "'")),
      reminder('PostToolUse:Edit hook error: lint must never fail'),
      reminder('Note: /repo/a.ts was modified, either by the user or by a linter.'),
      ...work(20).slice(1),
    ])
    expect(text).not.toMatch(/task tools haven't|hook error|was modified, either/)
  })

  it('that do not fit: the largest is cut and says where it can be read, the others stay whole', async () => {
    const text = await handOver([opening(rules(600)), ...work(40).slice(1)], 12_000)
    expect(text).toContain('- RULE-0: ')
    expect(text).not.toContain('RULE-599')
    expect(text).toMatch(
      /does not fit into this window; they still hold\. Read them whole with read_file: \/repo\/CLAUDE\.md/,
    )
    expect(text).toContain('Signed-off-by: Robin')
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
