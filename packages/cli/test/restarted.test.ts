import path from 'node:path'
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import type { CostView, Outline, Summaries } from 'daypack-inspector/api'
import { expect, onTestFinished, test } from 'vitest'
import { openInspector } from '../src/commands/inspect.ts'
import { project, within, type Project } from './run.ts'

const MODEL = 'claude-sonnet-4-5'
type Said = { role: 'user' | 'assistant'; content: string }

/** A program that starts under the same session id each time, with an empty list; resolves to its first request. */
async function runProgram(at: Project, ...questions: string[]): Promise<readonly Said[]> {
  const pack = await createDaypack({ dir: path.join(at.dir, '.daypack'), window: 200_000 })
  const session = await pack.session('my-task')
  const messages: Said[] = []
  let first: readonly Said[] | undefined
  for (const question of questions) {
    messages.push({ role: 'user', content: question })
    const asked = { model: MODEL, max_tokens: 1_000, system: 'You are brief.', messages: [...messages] }
    const { request } = await session.prepare(anthropic, asked)
    first ??= request.messages
    const content = `About ${question}`
    const usage = { input_tokens: 20_000, output_tokens: 800 }
    await session.record(anthropic, {
      model: MODEL,
      content: [{ type: 'text', text: content }],
      usage,
    })
    messages.push({ role: 'assistant', content })
  }
  await pack.close()
  return first ?? []
}

test('a program restarted under its session id with a new list: one conversation is counted, the other named', async () => {
  const at = project()
  onTestFinished(() => at.remove())
  await runProgram(at, 'apples', 'pears', 'plums')
  await within(at, ['memory', 'add', 'Validate every input with zod.'])
  const first = await runProgram(at, 'cherries', 'figs')
  expect(JSON.stringify(first)).toContain('Validate every input with zod.')
  expect(first.at(-1)).toMatchObject({ role: 'user' })

  const { out } = await within(at, ['explain', 'my-task'])
  expect(out).toContain('2 requests; 0 % of what was sent')
  expect(out).toContain('Cost so far:        $0.14')
  expect(out).toContain('before another list of messages began: 3 requests, $0.22; still in the log.')

  const inspector = await openInspector(path.join(at.dir, '.daypack'), {}, '0')
  onTestFinished(() => inspector.close())
  const api = async <T>(of: string) => (await (await fetch(new URL(`api/${of}`, inspector.url))).json()) as T
  const earlier = { requests: 3, cost: expect.closeTo(0.216) }
  const outline = await api<Outline>('s/my-task/outline')
  expect(outline).toMatchObject({ estimated: false, requests: { cost: [0.072, 0.072] } })
  expect(await api<CostView>('s/my-task/cost')).toMatchObject({
    session: { requests: 2, cost: expect.closeTo(0.144) },
    days: [{ requests: 2 }],
    models: [{ requests: 2 }],
    earlier,
  })
  const { rows } = await api<Summaries>('summaries')
  expect(rows).toMatchObject([{ costs: { requests: 2, cost: expect.closeTo(0.144) }, earlier: expect.closeTo(0.216) }])
})

test('an unbilled request of a priced model costs something', async () => {
  const at = project()
  onTestFinished(() => at.remove())
  const pack = await createDaypack({ dir: path.join(at.dir, '.daypack'), window: 200_000, memory: false })
  const session = await pack.session('my-task')
  const usage = { input_tokens: 20_000, output_tokens: 800 }
  const messages: Said[] = []
  for (const bill of [{ usage }, {}]) {
    messages.push({ role: 'user', content: 'And?' })
    await session.prepare(anthropic, { model: MODEL, max_tokens: 1_000, messages: [...messages] })
    await session.record(anthropic, {
      model: MODEL,
      content: [{ type: 'text', text: 'So.' }],
      ...bill,
    })
    messages.push({ role: 'assistant', content: 'So.' })
  }
  await pack.close()
  const inspector = await openInspector(path.join(at.dir, '.daypack'), {}, '0')
  onTestFinished(() => inspector.close())
  const { session: sum } = (await (await fetch(new URL('api/s/my-task/cost', inspector.url))).json()) as CostView
  expect(sum).toMatchObject({ requests: 2, estimated: true, cost: expect.closeTo(0.072, 3) })
})
