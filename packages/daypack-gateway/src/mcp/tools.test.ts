// Indexes of sessions are costly: the tools that hold them are made once for each, and the oldest goes.
import { expect, test } from 'vitest'
import type { Daypack } from '../../../daypack/src/daypack.ts'
import { type schema, toolsOf } from './tools.ts'

type Run = (given: object) => Promise<{ content: { text: string }[]; isError?: boolean }>

test('the tools of the eight sessions asked last are kept', async () => {
  const made: string[] = []
  const pack = {
    sessions: async () => Array.from({ length: 9 }, (_, n) => `s${n}`),
    session: async (id: string) => ({ id, reread: async () => {} }),
    tools(session: { id: string }) {
      made.push(session.id)
      return [{ name: 'recall', run: async () => `of ${session.id}` }]
    },
    memory: { tools: () => [] },
  } as unknown as Daypack
  const tools = new Map<string, Run>()
  const server = { registerTool: (name: string, _: unknown, run: Run) => void tools.set(name, run) }
  await toolsOf(pack)(server as never, async () => undefined)
  const recall = async (session: string) => (await tools.get('recall')?.({ session }))?.content[0]?.text
  for (let n = 0; n < 8; n++) expect(await recall(`s${n}`)).toBe(`of s${n}`)
  await recall('s0')
  expect(made).toHaveLength(8)
  // The ninth takes the place of the one asked longest ago.
  await recall('s8')
  await recall('s0')
  expect(made).toHaveLength(9)
  await recall('s1')
  expect(made.slice(8)).toEqual(['s8', 's1'])
  expect(await tools.get('read_ref')?.({ session: 's0' })).toMatchObject({ isError: true })
})

test('which tools may write, destroy and name a session', async () => {
  const tools = ['memory_search', 'memory_write', 'memory_forget', 'other'].map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object', properties: { x: {} } },
    run: async (_: unknown, by: unknown) => JSON.stringify(by ?? 'nobody'),
  }))
  const session = { id: 's', reread: async () => {}, entries: async () => ['said'] }
  const pack = { sessions: async () => ['s'], session: async () => session, memory: { tools: () => tools } }
  type Info = { annotations: Record<string, boolean>; inputSchema: ReturnType<typeof schema> }
  const found = new Map<string, Info & { run: Run }>()
  const server = { registerTool: (name: string, info: Info, run: Run) => void found.set(name, { ...info, run }) }
  await toolsOf(pack as unknown as Daypack)(server as never, async () => 's')
  const hints = (name: string) => {
    const { annotations, inputSchema } = found.get(name) ?? {}
    const { properties } = (inputSchema?.['~standard'].jsonSchema.input({} as never) ?? {}) as { properties?: object }
    return [annotations?.['readOnlyHint'], annotations?.['destructiveHint'], Object.keys(properties ?? {})]
  }
  expect(hints('memory_search')).toEqual([true, undefined, ['x']])
  expect(hints('memory_write')).toEqual([false, false, ['x', 'session']])
  expect(hints('memory_forget')).toEqual([false, true, ['x']])
  expect(hints('context_status')).toEqual([true, undefined, ['session']])
  expect(hints('memory_change').slice(0, 2)).toEqual([false, true])
  expect(found.has('other')).toBe(false)
  const said = async (name: string) => (await found.get(name)?.run({}))?.content[0]?.text
  expect(await said('memory_write')).toBe(JSON.stringify({ session: 's', entries: ['said'] }))
  expect(await said('memory_search')).toBe('"nobody"')
})
