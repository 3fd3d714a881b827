// The restart form: one message for all before it, with the request verbatim and the last steps as text.
import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, step, type Step } from '../../../../daypack-testing/src/desk.ts'
import type { Crop } from '../../model/edit.ts'
import type { Message } from '../../model/message.ts'
import type { Item } from '../../view/view.ts'
import { lastSteps, restart } from './restart.ts'

const read = (file: string, output: string, more: Partial<Step> = {}) =>
  step({ tool: 'Read', input: { file_path: file }, output, ...more })
const edit = (file: string, old: string, next: string, output = 'Edited.', more: Partial<Step> = {}) =>
  step({ tool: 'Edit', input: { file_path: file, old_string: old, new_string: next }, output, ...more })

async function deskOf(...parts: readonly (Message | Message[])[]) {
  const desk = openDesk()
  await desk.say(...parts.flat())
  return desk
}
type Wanted = { readonly chars?: number; readonly unseen?: number; readonly hasFiles?: boolean }
async function steps({ chars = 10_000, unseen = 10_000, hasFiles = false }: Wanted, ...parts: (Message | Message[])[]) {
  const desk = await deskOf(...parts)
  return lastSteps(desk.view.items, desk.context(), chars, unseen, hasFiles)
}

describe('the last steps', () => {
  test('what was said, called and answered, each as it was; the newest by itself, since nobody answered it', async () => {
    const { text, unseen, from } = await steps(
      {},
      request('Go.'),
      read('a.ts', 'alpha'),
      answer('I see.'),
      read('b.ts', 'beta'),
    )
    expect(text).toMatch(/^called Read \{"file_path":"a\.ts"\}\nresult:\n.*alpha\nassistant: I see\.$/)
    expect(unseen).toMatch(/^called Read \{"file_path":"b\.ts"\}\nresult:\n.*beta$/)
    expect(from).toBe(1)
  })
  test('end at what the user said', async () => {
    const { text, from } = await steps(
      {},
      read('a.ts', 'alpha'),
      request('Now the other.'),
      answer('Yes.'),
      answer('Done.'),
    )
    expect([text.includes('alpha'), text, from]).toEqual([false, 'assistant: Yes.', 3])
    expect(await steps({}, request('Only this.'))).toEqual({ text: '', unseen: '', from: 1 })
  })
  test('as many as fit: the first that does not ends them', async () => {
    const parts = [request('Go.'), answer('one '.repeat(20)), answer('two'), answer('three'), answer('four')]
    expect((await steps({ chars: 35 }, ...parts)).text).toBe('assistant: two\nassistant: three')
    expect((await steps({ chars: 20 }, ...parts)).text).toBe('assistant: three')
    expect((await steps({ chars: 1 }, ...parts)).text).toBe('')
  })
  test('a change by what differs; that it went through is not said again, that it failed is', async () => {
    const last = answer('So.')
    const good = (await steps({}, request('Go.'), edit('a.ts', 'old', 'new'), last)).text
    expect([
      good.split('\n').length > 1,
      good.includes('Edited.'),
      good.includes('− old'),
      good.includes('＋ new'),
    ]).toEqual([true, false, true, true])
    const bad = (await steps({}, request('Go.'), edit('a.ts', 'old', 'new', 'not found', { isError: true }), last)).text
    expect(bad).toMatch(/\nfailed:\n.*not found/)
    expect((await steps({}, request('Go.'), edit('a.ts', 'old', 'new'))).unseen).toContain('Edited.')
  })
  test('a file that was read stands among the files already, unless nobody answered it or it failed', async () => {
    const has = { hasFiles: true }
    expect((await steps(has, request('Go.'), read('a.ts', 'alpha'), answer('So.'))).text).toBe(
      'called Read {"file_path":"a.ts"}',
    )
    expect(
      (await steps(has, request('Go.'), read('a.ts', 'no such file', { isError: true }), answer('So.'))).text,
    ).toContain('failed:')
    expect((await steps(has, request('Go.'), read('a.ts', 'alpha'))).unseen).toContain('alpha')
  })
})

describe('the message that stands for all before it', () => {
  const made = async (parts: readonly (Message | Message[])[], window?: number) => {
    const desk = openDesk(window === undefined ? {} : { window })
    await desk.say(...parts.flat())
    const fold = await restart(desk.view, desk.context())
    return { fold, text: fold.summary.text, desk }
  }
  const titles = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)

  test('the request verbatim, what was done before, the last steps', async () => {
    const { fold, text } = await made([
      request('First, look at the clock.'),
      read('clock.ts', 'tick'),
      answer('It ticks.'),
      request('Now mend the page, as it was said in the plan.'),
      read('page.ts', 'the page'),
    ])
    expect(titles(text)).toEqual(['Steps so far, newest last', 'The latest request, verbatim', 'The last steps'])
    expect(text).toContain('## The latest request, verbatim\nNow mend the page, as it was said in the plan.\n')
    expect([fold.from, fold.to, fold.summary.by, fold.summary.request]).toEqual([1, 7, 'restart', 5])
    expect(text.indexOf('page.ts')).toBeGreaterThan(text.indexOf('## The last steps'))
    expect(text.slice(0, text.indexOf('## The latest'))).toContain('It ticks.')
  })
  test('nothing before it: no such part', async () => {
    expect(titles((await made([request('Only this.')])).text)).toEqual(['The latest request, verbatim'])
  })
})

const bash = (output: string) => step({ tool: 'Bash', input: { command: 'make' }, output })
/** The newest step behind its call, its only result in `chars` characters. */
async function unseenOf(output: string, chars: number, more: { crop?: Crop; stored?: boolean } = {}): Promise<string> {
  const desk = openDesk({ inlineMaxBytes: more.stored ? 10 : 100_000 })
  await desk.say(request('Go.'), ...bash(output))
  const items = desk.view.items.map((item, at) =>
    at === 2 && item.kind === 'message'
      ? { ...item, blocks: item.blocks.map((shown) => ({ ...shown, ...(more.crop && { crop: more.crop }) })) }
      : item,
  )
  const store = () => Promise.reject(new Error('full'))
  const { unseen } = await lastSteps(items, desk.context(more.stored ? { store } : {}), 0, chars)
  return unseen
    .replace(/^called Bash \{"command":"make"\}\n/, '')
    .replace(/[0-9a-f]{64}/, 'ref')
    .replaceAll('\n  ', '\n')
}

test('what fits is whole, what does not says where all of it is: beginning, errors and end', async () => {
  const text = `${'q'.repeat(1_000)}\nError: one\n${'x'.repeat(493)} error\nError: two and more of it\n${'z'.repeat(1_000)}`
  expect(await unseenOf(text, text.length)).toBe(`result:\n${text}`)
  const cut = (head: number, errors: string[], tail: number): string =>
    `result (tool_result/ref.txt):\n${[`${text.slice(0, head)}…`, `[${text.length - head - tail} characters left out${errors.length > 0 ? '; of them' : ''}]`, ...errors, `…${text.slice(-tail)}`].join('\n')}`
  expect(await unseenOf(text, 380)).toBe(cut(209, ['Error: one', 'Error: two and more of it'], 133))
  expect(await unseenOf(text, 370)).toBe(cut(203, ['Error: one'], 129))
  expect(await unseenOf(text, 100)).toBe(cut(55, [], 35))
})
test('what is stored already is not stored again; a result is shown with the crop it came with', async () => {
  const text = 'line of it\n'.repeat(50)
  expect(await unseenOf(text, 100, { stored: true })).toContain('result (tool_result/ref.txt):')
  const crop = {
    op: 'crop',
    block: '',
    keep: [
      { from: 0, to: 4 },
      { from: 8, to: 10 },
    ],
    note: { text: '!', between: '~' },
  } as unknown as Crop
  expect(await unseenOf(text, 1_000, { crop })).toBe('result (tool_result/ref.txt):\nline~it!')
})
test('what the agent said and called is cut to its share; of a change 1,200 characters', async () => {
  const told = async (chars: number, ...messages: Message[]) => {
    const desk = openDesk()
    await desk.say(request('Go.'), ...messages)
    return (await lastSteps(desk.view.items, desk.context(), 0, chars)).unseen.length
  }
  const long = 'and so on '.repeat(1_000)
  expect([await told(1_000, answer(long)), await told(2_000, answer(long))]).toEqual([506, 1_006])
  const file = (chars: number) =>
    told(chars, ...step({ tool: 'Write', input: { file_path: 'a.ts', content: long }, output: '' }))
  expect([await file(4_000), await file(40_000)]).toEqual([1_044, 1_244])
  const call = (chars: number) => told(chars, ...step({ tool: 'look', input: { of: long }, output: '' }))
  expect([await call(4_000), await call(40_000)]).toEqual([951, 3_651])
})
const restarted = async (changes: object, budget: object, ...parts: Message[]) => {
  const desk = openDesk({ window: 4_000 })
  await desk.say(...parts)
  const view = { ...desk.view, ...changes }
  const ctx = desk.context()
  const fold = await restart(view, { ...ctx, budget: { ...ctx.budget, ...budget } })
  return { ...fold, tokens: ctx.count(fold.summary.text) }
}
const long = Array.from({ length: 60 }, (_, at) => answer(`Step ${at}: ${'it went on and on. '.repeat(9)}`))
test('it fits beside tools and system', async () => {
  const parts = [request('Read all of it.'), ...long, request('And now?'), ...bash('x\n'.repeat(4_000))]
  const tokens = async (extra: number) => (await restarted({}, { extra: { tokens: extra, bytes: 0 } }, ...parts)).tokens
  expect([await tokens(0), await tokens(1_904), await tokens(1_905)]).toEqual([1_886, 1_886, 985])
  expect([await tokens(3_000), await tokens(9_000)]).toEqual([511, 160])
  const system = { size: { tokens: 1_905, bytes: 0 } }
  expect((await restarted({ system }, {}, ...parts)).tokens).toBe(985)
})
test('it begins behind pins and system, and goes on to the end of a fold', async () => {
  const parts: Message[] = [
    { role: 'system', blocks: [{ type: 'text', text: 'be kind' }] },
    request('one'),
    answer('two'),
    request('three'),
  ]
  const { from, to, summary } = await restarted({}, {}, ...parts)
  expect([from, to, summary.request]).toEqual([2, 4, 4])
  const desk = openDesk()
  await desk.say(...parts)
  const pinned = desk.view.items.map((item, at) => (at === 1 ? { ...item, pinned: true } : item))
  const behind = await restart({ ...desk.view, items: pinned }, desk.context())
  expect([behind.from, behind.to]).toEqual([3, 4])
  const told = { kind: 'fold', seq: 3, to: 7, summary: { text: 'x'.repeat(999), by: '' } } as unknown as Item
  const view = { ...desk.view, items: [...desk.view.items.slice(0, 2), told] }
  const ctx = desk.context()
  const fold = await restart(view, { ...ctx, budget: { ...ctx.budget, usable: 1_000 } })
  expect([fold.from, fold.to]).toEqual([2, 7])
  expect(fold.summary.text.split('\n\n').slice(1)).toEqual([
    `## Steps so far, newest last\n- [2] user: one\n${'x'.repeat(134)}… … ${'x'.repeat(225)}`,
    '## The latest request, verbatim\nthree',
  ])
  expect(await restart({ ...desk.view, items: [] }, ctx)).toMatchObject({ from: 0, to: 0 })
})
