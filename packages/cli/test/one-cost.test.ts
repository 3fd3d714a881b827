import path from 'node:path'
import { createDaypack, type CostReport } from 'daypack'
import { createGateway, type SessionStatus } from 'daypack-gateway'
import type { CostView, Outline, Summaries } from 'daypack-inspector/api'
import { startProvider } from 'daypack-testing'
import { expect, onTestFinished, test } from 'vitest'
import { openInspector } from '../src/commands/inspect.ts'
import { project, within, type Project } from './run.ts'

const WINDOW = 8_000
const MODEL = 'house-model'
/** A price that rises with the prompt, and a cache that lives for an hour. */
const models = {
  [MODEL]: {
    window: WINDOW,
    cacheSeconds: 3_600,
    price: {
      input: 2,
      output: 10,
      cacheRead: 0.2,
      cacheWrite: 2.5,
      above: { tokens: 5_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 },
    },
  },
}

function house(): Project {
  const at = project()
  onTestFinished(() => at.remove())
  at.file('daypack.json', JSON.stringify({ models }))
  return at
}

/** A recorded session of tool turns, with half an hour between some of them. */
function recorded(): string {
  let minute = 0
  const line = (role: string, content: unknown) =>
    JSON.stringify({
      type: role,
      uuid: String(minute),
      sessionId: 's',
      timestamp: new Date(Date.UTC(2026, 0, 5, 9, (minute += minute % 10 === 0 ? 30 : 1))).toISOString(),
      message: { role, content, ...(role === 'assistant' && { id: `m${minute}`, model: MODEL }) },
    })
  const turns = Array.from({ length: 24 }, (_, turn) => [
    line('user', `Look into part ${turn} and fix what is wrong there.`),
    line('assistant', [{ type: 'tool_use', id: `c${turn}`, name: 'Read', input: { file_path: `src/${turn}.ts` } }]),
    line('user', [
      { type: 'tool_result', tool_use_id: `c${turn}`, content: `export const part${turn} = 1\n`.repeat(60) },
    ]),
    line('assistant', [{ type: 'text', text: `Part ${turn} is right as it is.` }]),
  ])
  return turns.flat().join('\n')
}

async function json<T>(at: Project, ...args: string[]): Promise<T> {
  const { code, out, err } = await within(at, [...args, '--json'])
  if (code !== 0) throw new Error(`daypack ${args.join(' ')}: ${err}`)
  return JSON.parse(out) as T
}

async function inspector(at: Project, dir: string) {
  const before = process.cwd()
  process.chdir(at.dir)
  const opened = await openInspector(path.join(at.dir, dir), { window: WINDOW }, '0').finally(() =>
    process.chdir(before),
  )
  onTestFinished(() => opened.close())
  const ask = async <T>(name: string, method = 'GET') => {
    const response = await fetch(`${opened.url}api/${name}`, {
      method,
      headers: { origin: new URL(opened.url).origin },
    })
    return (await response.json()) as T
  }
  return ask
}

type Way = { name: string; steps: number; cost: number; dollars: number }

test('G-104: replay, explain and the inspector come to the same tokens and dollars', async () => {
  const at = house()
  at.file('s.jsonl', recorded())
  const { ways } = await json<{ ways: Way[] }>(at, 'replay', 's.jsonl', '--window', String(WINDOW), '--dir', 'demo')
  const [way, unmanaged] = ways as [Way, Way]
  expect(way.dollars).toBeGreaterThan(0)
  expect(way.cost).toBeLessThan(unmanaged.cost)

  // A hand-over names the folder it is kept in: what is kept nowhere is a few tokens shorter.
  const nowhere = (await json<{ ways: Way[] }>(at, 'replay', 's.jsonl', '--window', String(WINDOW))).ways[0] as Way
  expect(nowhere.cost / way.cost).toBeCloseTo(1, 2)

  const { cost } = await json<{ cost: CostReport }>(at, 'explain', 'daypack', '--dir', 'demo')
  expect(cost.requests).toBe(way.steps)
  expect(cost.cost.tokens).toBeCloseTo(way.cost, 3)
  expect(cost.cost.dollars).toBeCloseTo(way.dollars, 9)
  expect(cost.unmanaged.tokens).toBeCloseTo(unmanaged.cost, 3)
  expect(cost.unmanaged.dollars).toBeCloseTo(unmanaged.dollars, 9)

  const ask = await inspector(at, 'demo')
  const view = await ask<CostView>('s/daypack/cost')
  expect(view.currency).toBe('dollars')
  expect(view.session.cost).toBeCloseTo(way.dollars, 9)
  expect(view.session.unmanaged).toBeCloseTo(unmanaged.dollars, 9)
  expect(view.overWindow).toBe(cost.overWindow)
  expect(view.days.reduce((sum, { cost: each }) => sum + each, 0)).toBeCloseTo(way.dollars, 9)
  expect(view.models.map(({ cost: each }) => each)).toEqual([expect.closeTo(way.dollars, 9)])
  const { rows: summary } = await ask<Summaries>('summaries')
  expect(summary[0]?.costs?.cost).toBeCloseTo(way.dollars, 9)
  const outline = await ask<Outline>('s/daypack/outline')
  expect(outline.requests.cost.reduce((sum, each) => sum + each, 0)).toBeCloseTo(way.dollars, 6)
})

test('G-104: the status of a gateway, explain and the inspector come to the same tokens and dollars', async () => {
  const at = house()
  const provider = await startProvider({ script: ({ index }) => ({ text: `Part ${index} is right as it is.` }) })
  const pack = await createDaypack({ dir: path.join(at.dir, 'work'), memory: false, tuning: { models } })
  const gateway = createGateway({ pack, upstreams: { anthropic: provider.url }, models })
  const messages: { role: string; content: unknown }[] = []
  for (let turn = 0; turn < 24; turn++) {
    messages.push({ role: 'user', content: `Part ${turn}:\n${`export const part${turn} = 1\n`.repeat(60)}` })
    const response = await gateway.fetch(
      new Request('http://127.0.0.1:4141/v1/messages', {
        method: 'POST',
        headers: { 'x-api-key': 'k', 'x-daypack-session': 's', 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, max_tokens: 100, messages }),
      }),
    )
    const { content } = (await response.json()) as { content: unknown }
    messages.push({ role: 'assistant', content })
  }
  const bills = async () => (await (await pack.session('s')).entries()).filter(({ kind }) => kind === 'usage').length
  await expect.poll(bills, { timeout: 10_000 }).toBe(24)
  const { sessions } = await gateway.status()
  await pack.close()
  await provider.close()
  const status = sessions[0] as SessionStatus
  expect(status.epochs).toBeGreaterThan(0)
  const { cost, messages: logged } = await json<{ cost: CostReport; messages: number }>(
    at,
    ...['explain', status.session, '--dir', 'work'],
  )
  expect(logged).toBe(messages.length)
  expect(status.cost).toBeCloseTo(cost.cost.tokens, 3)
  expect(status.unmanaged).toBeGreaterThan(status.cost)
  expect(status.unmanaged).toBeCloseTo(cost.unmanaged.tokens, 3)
  expect(status.epochs).toBe(cost.epochs.length - 1)
  const ask = await inspector(at, 'work')
  const view = await ask<CostView>(`s/${status.session}/cost`)
  expect(view.session.cost).toBeCloseTo(cost.cost.dollars ?? 0, 9)
  expect(view.session.unmanaged).toBeCloseTo(cost.unmanaged.dollars ?? 0, 9)
  expect((await ask<Outline>(`s/${status.session}/outline`)).messages).toBe(logged)
})
