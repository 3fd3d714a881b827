// Indexes of sessions are costly: the tools that hold them are made once for each, and the oldest goes.
import { expect, test } from 'vitest'
import type { Daypack } from '../../../daypack/src/daypack.ts'
import { toolsOf } from './tools.ts'

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
