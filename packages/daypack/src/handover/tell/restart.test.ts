// The restart form: one message for all before it, with the request verbatim and the last steps as text.
import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, step, type Step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
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
  test('a result that is too long is cut to its head, its errors and its tail, and says where all of it is', async () => {
    const lines = Array.from({ length: 400 }, (_, at) =>
      at === 200 ? 'Error: the middle broke' : `line ${at} of the output`,
    )
    const bash = step({ tool: 'Bash', input: { command: 'make' }, output: lines.join('\n') })
    const { unseen } = await steps({ unseen: 2_000 }, request('Go.'), bash)
    expect(unseen).toMatch(/result \(tool_result\/[0-9a-f]{64}\.txt\):/)
    expect(unseen).toMatch(/\[\d+ characters left out; of them\]/)
    for (const part of ['line 0 of', 'Error: the middle broke', 'line 399 of']) expect(unseen).toContain(part)
    expect([unseen.includes('line 201 of'), unseen.length < 2_600]).toEqual([false, true])
    const calm = step({ tool: 'Bash', input: { command: 'make' }, output: lines.toSpliced(200, 1).join('\n') })
    expect((await steps({ unseen: 2_000 }, request('Go.'), calm)).unseen).toMatch(/\[\d+ characters left out\]/)
  })
  test('a long call is told by its beginning', async () => {
    const call = step({ tool: 'Bash', input: { command: `echo ${'x'.repeat(9_000)}` }, output: 'ok' })
    const { unseen } = await steps({ unseen: 100_000 }, request('Go.'), call)
    expect([unseen.length < 4_600, unseen.includes('characters left out')]).toEqual([true, true])
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
  test('in a small window it is told with less, until it fits', async () => {
    const parts = [
      request('Read all of it.'),
      ...Array.from({ length: 40 }, (_, at) => read(`f${at}.ts`, `line of file ${at}\n`.repeat(60))),
      answer('Read.'),
      request('And now?'),
      read('last.ts', 'the last one\n'.repeat(400)),
    ]
    const { text, desk } = await made(parts, 3_000)
    expect(desk.context().count(text)).toBeLessThanOrEqual(3_000 * 0.9)
    expect(text).toContain('And now?')
    const large = await made(parts, 60_000)
    expect(large.text.length).toBeGreaterThan(text.length)
  })
})
