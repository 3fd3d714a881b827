import { expect, test } from 'vitest'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import type { Message } from '../model/message.ts'
import type { PassContext } from '../passes/pass.ts'
import { HEADINGS } from '../view/frame.ts'
import { gather } from './read/evidence.ts'
import { handover, stub, type HandoverOptions } from './handover.ts'
import type { Narrative } from './read/context.ts'

type Wanted = {
  readonly from?: number
  readonly to?: number
  readonly restarts?: boolean
  readonly note?: Narrative
  readonly options?: HandoverOptions
  readonly context?: Partial<PassContext>
}

async function made(messages: readonly Message[], wanted: Wanted = {}) {
  const { from = 0, to = messages.length, restarts = false, note, options = { files: false }, context } = wanted
  const desk = openDesk({ inlineMaxBytes: 2_000 })
  await desk.say(...messages)
  const main = { from, to }
  const plan = { runs: [main], main, start: to, crops: [], evidence: gather(messages), note, restarts }
  const { fold, isWhole } = await handover(desk.view, desk.context(context), options, plan)
  return { fold, isWhole, parts: partsOf(fold.summary.text), stub: stub(desk.view, main) }
}

/** The parts of a hand-over behind its first line, under the names of their headings. */
function partsOf(text: string): string[] {
  const short = Object.entries(HEADINGS).reduce((told, [name, heading]) => told.replaceAll(heading, name), text)
  return short
    .replaceAll(/ ·[0-9a-f]{6}/g, '')
    .split('\n\n')
    .slice(1)
}

const rules = '<system-reminder>\nContents of /srv/CLAUDE.md:\nNever touch the schema.\n</system-reminder>'
const texts = (...given: string[]): Message => ({ role: 'user', blocks: given.map((text) => ({ type: 'text', text })) })
const edit = (name: string) =>
  step({ tool: 'Edit', input: { file_path: `/srv/${name}`, old_string: 'x = 1', new_string: 'x = 2' }, output: 'ok' })
const offer = 'It is mended; shall I do the logout too, with its own page?'
/** Numbers 1 to 11. */
const work = [
  texts(rules, 'Mend the login, it fails with code 401.'),
  ...step({ tool: 'Read', input: { file_path: '/srv/a.ts' }, output: 'and so on\n'.repeat(900) }),
  ...edit('a.ts'),
  answer(offer),
  request('yes'),
  ...step({ tool: 'Bash', input: { command: 'make' }, output: 'error: no rule', isError: true }),
  ...edit('b.ts'),
]
const standing = 'standing\n  Contents of /srv/CLAUDE.md:\n  Never touch the schema.'
const first = '[1] USER: Mend the login, it fails with code 401.'
const mended = '[4] edit /srv/a.ts (−1 ＋1) − x = 1\n  ＋ x = 2'
const read = '[2] read /srv/a.ts'
const yes = ['[It answers what the agent said at [6]:]\n  '.concat(offer, '\n[The request:]'), 'yes']
const at7 = 'latest (at [7]; the story tells what was done about it)'
const failed = '[8] $ make → FAILED: error: no rule'

test('all of a conversation: what was said and done, the request it ends in whole, with what it answers', async () => {
  const { fold, parts, isWhole } = await made(work)
  expect([parts, isWhole]).toEqual([
    [
      standing,
      `story\n${first}\n${read}\n${mended}\n[6] AGENT: (what the latest request answers, below with it)\n[7] USER: (the latest request, whole below)\n${failed}\n[10] edit /srv/b.ts (−1 ＋1) − x = 1\n  ＋ x = 2`,
      `${at7}\n${yes[0]}`,
      'yes',
    ],
    true,
  ])
  const { text, ...summary } = fold.summary
  expect({ ...fold, summary }).toEqual({
    op: 'fold',
    from: 1,
    to: 11,
    summary: {
      by: 'extractive',
      request: 7,
      refs: undefined,
      data: { folded: { from: 1, to: 11 }, files: [], story: expect.anything() },
    },
  })
})

test('its beginning alone: where the rest is, what of it is kept by request, what files became since', async () => {
  const archive: PassContext['archive'] = (from, to) =>
    Promise.resolve([from, to].map((seq) => ({ session: 's', file: 'day', line: seq, seq })))
  const context = { archive, instruction: 'keep the login' }
  const { fold, parts } = await made(work, { to: 6, context, options: {} })
  expect(parts.map((part) => part.split('and so on')[0])).toEqual([
    standing,
    'wanted\n- [1] Mend the login, it fails with code 401.',
    `story\n${first}\n${read}\n${mended}\n[6] AGENT: ${offer}`,
    'files, the edits of the next 5 messages already in them (the parts known; messages after that override)\n<file path="/srv/a.ts" lines="1-432 of 900">\n',
    'guide\nThe folded dialog is kept whole, one JSON message a line, oldest first. Read it with `read_file`, from the end backwards:\n- day lines 1-6: messages 1-6',
  ])
  expect(fold.summary.data).toMatchObject({ folded: { from: 1, to: 6 }, files: ['/srv/a.ts'] })
})

test('with a note nothing is kept by request, and the note is in the log', async () => {
  const note = { text: '## Goal\n- mend', through: 5, by: 'model', why: '', data: { a: 1 } }
  const { fold, parts } = await made(work, { to: 6, note, context: { instruction: 'keep the login' } })
  expect(parts.slice(0, 2)).toEqual([standing, 'note\n  ## Goal\n  - mend'])
  expect([fold.summary.by, fold.summary.data]).toMatchObject(['model', { narrative: { a: 1 } }])
})

test('started anew, the story ends where the last steps begin, and says where a failure was settled', async () => {
  const again = step({ tool: 'Bash', input: { command: 'make' }, output: 'ok' })
  const long = Array.from({ length: 25 }, () => answer('and so on '.repeat(99)))
  const { parts } = await made([...work, ...long, ...again, answer('It builds.')], { restarts: true })
  expect(parts[1]).toContain('[8] $ make (went through in the last steps) → FAILED: error: no rule\n[10] edit')
  expect(parts[2]).toMatch(/^steps\nassistant: and so(?! on and)/)
  expect(parts[2]).toMatch(/\ncalled Bash \{"command":"make"\}\nresult:\n {2}ok\nassistant: It builds\.$/)
  expect((await made([...work, ...long, ...again], { to: 36 })).parts[1]).toContain(
    '(went through in the messages that follow)',
  )
  expect((await made([...work, ...long, ...again], { to: 38 })).parts[1]).toContain('(went through at [37])')
})

test('as a memo by option, or where so little was asked to be folded that no story fits', async () => {
  const memo = await made(work, { options: { summary: 'memo' } })
  expect(memo.fold.summary.data).toEqual({
    folded: { from: 1, to: 11 },
    files: [],
    story: {},
    essentials: ['Mend the login, it fails with code 401.', '$ make fails: error: no rule'],
  })
  const few = work.slice(5)
  const isMemo = async (asked: boolean) =>
    'essentials' in ((await made(few, { context: { asked } })).fold.summary.data as object)
  expect([await isMemo(true), await isMemo(false)]).toEqual([true, false])
})

test('a fold before a pin says that it is one, and quotes the request if that is in it', async () => {
  const told = async (to: number) => (await made(work, { to })).stub
  expect(await told(6)).toEqual({
    op: 'fold',
    from: 1,
    to: 6,
    summary: { text: '[Messages 1-6 are folded; the hand-over below tells of them.]', by: 'extractive' },
  })
  const { summary } = await told(7)
  expect([summary.request, partsOf(summary.text)]).toEqual([7, ['latest\n  yes']])
})

const came = '[Came in after that, not in the words of the user:]'
const follow = '; the messages below go on from there, a newer request in them comes first)'
const [call, result] = edit('c.ts') as [Message, Message]
const beside: Message = {
  ...result,
  blocks: [...result.blocks, { type: 'text', text: 'Also mend the logout, with all of its pages.' }],
}
test.each<[string, Message[], number, string[]]>([
  ['stays with what it answers', work.slice(0, 7), 7, [`latest (at [7])\n${yes[0]}`, 'yes']],
  ['is not told where it is not folded', work, 6, []],
  [
    'was answered in the messages below',
    [...work.slice(0, 7), answer('So be it.')],
    7,
    [`latest (at [7]; the agent answered it in the messages below${follow}\n${yes[0]}`, 'yes'],
  ],
  [
    'was answered in those that are folded',
    [...work.slice(0, 7), ...edit('d.ts'), answer('So be it.'), ...edit('c.ts')],
    12,
    [`latest (at [7]; the agent answered it at [10]; the story tells what was done about it)\n${yes[0]}`, 'yes'],
  ],
  [
    'stands before a report that came in',
    [...work.slice(0, 7), request('<task-notification>7 tests passed</task-notification>')],
    8,
    [`${at7}\n${yes[0]}`, 'yes', `${came}\n  <task-notification>7 tests passed</task-notification>`],
  ],
  [
    'stands before the skill it calls for',
    [...work.slice(0, 5), texts('<command-name>/review</command-name>'), texts('Look at each file with care.')],
    7,
    [
      'latest (at [6]; the story tells what was done about it)\n<command-name>/review</command-name>',
      `${came}\n  Look at each file with care.`,
    ],
  ],
  ['is not the host’s', [...work.slice(0, 7), request(rules)], 8, [`latest (at [7])\n${yes[0]}`, 'yes']],
  [
    'said beside results stands with the one before it',
    [...work.slice(0, 5), call, beside],
    7,
    [
      'latest (at [7])\nAlso mend the logout, with all of its pages.',
      `[The request before it:]\n${rules}\nMend the login, it fails with code 401.`,
    ],
  ],
])('the latest request %s', async (_, messages, to, latest) => {
  const { parts } = await made(messages, { to })
  expect(parts.slice(2)).toEqual(latest)
})

test('what stands whole below is not told in the story', async () => {
  const told = await made([
    ...work.slice(0, 5),
    texts('<command-name>/review</command-name>'),
    texts('Look at each file with care.'),
  ])
  expect(told.parts[1]).toBe(
    `story\n${first}\n${read}\n${mended}\n[6] USER: (the latest request, whole below)\n[7] INSTRUCTIONS loaded: /review (came in after the latest request, whole below)`,
  )
})
