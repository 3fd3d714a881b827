import { expect, it } from 'vitest'
import { textOf } from '../../model/message.ts'
import type { Summarize } from '../../passes/pass.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import { capCalls } from '../../model/call-caps.ts'
import { restoreFiles } from './restore.ts'

const count = (text: string) => Math.ceil(text.length / 4)

it('restores the files used last, fresh and within bounds, and the open todos', async () => {
  const desk = openDesk()
  await desk.say(request('go'))
  for (let index = 0; index < 8; index++)
    await desk.say(...step({ tool: 'Read', input: { file_path: `/srv/f${index}.ts` }, output: 'old' }))
  await desk.say(
    ...step({ tool: 'TodoWrite', input: { todos: [{ content: 'ship it', status: 'pending' }] }, output: 'ok' }),
    answer('so'),
  )
  const files: Record<string, string> = {
    '/srv/f7.ts': 'new seven',
    '/srv/f6.ts': 'x'.repeat(100_000),
    '/srv/f5.ts': 'five',
  }
  const made = await restoreFiles(desk.view, {
    read: (path) => Promise.resolve(files[path]),
    count,
    window: 100_000,
    also: [{ name: 'skill', text: 'be kind' }],
  })
  const text = made ? textOf(made) : ''
  expect(text).toContain('<restored-file path="/srv/f7.ts">\nnew seven')
  expect(text).toContain('<restored-file path="/srv/f5.ts">\nfive')
  expect(text).not.toContain('f2.ts')
  expect(text).toContain('be kind')
  expect(text).toContain('- [ ] ship it')
  expect(count(text)).toBeLessThan(2_500 + 200)
})

it('has nothing to say when there is nothing to restore', async () => {
  const desk = openDesk()
  await desk.say(request('go'))
  expect(
    await restoreFiles(desk.view, { read: () => Promise.resolve(undefined), count, window: 100_000 }),
  ).toBeUndefined()
})

it('stops own calls at the cap of a day, and starts again the next', async () => {
  let now = 0
  const answered: Summarize = () => Promise.resolve('ok')
  const summarize = capCalls(answered, { maxCallsPerDay: 2 }, { now: () => now, count })
  const ask = { system: '', prompt: 'x', maxTokens: 1 }
  await summarize(ask)
  await summarize(ask)
  await expect(summarize(ask)).rejects.toMatchObject({ code: 'summary-failed' })
  now += 86_400_001
  expect(await summarize(ask)).toBe('ok')
})
