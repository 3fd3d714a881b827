import { expect, it } from 'vitest'
import { textOf } from '../../model/message.ts'
import type { Summarize } from '../../passes/pass.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import { capCalls } from '../../model/call-caps.ts'
import type { Message } from '../../model/message.ts'
import { restoreFiles, type RestoreOptions } from './restore.ts'

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

const files = (tool: string, ...names: string[]) =>
  names.flatMap((name) =>
    step({ tool, input: { file_path: name, content: 'x', old_string: 'x', new_string: 'y' }, output: 'ok' }),
  )
async function restored(messages: readonly Message[], more: Partial<RestoreOptions> = {}): Promise<string[]> {
  const desk = openDesk()
  await desk.say(request('go'), ...messages)
  const read = (path: string) => Promise.resolve(path.startsWith('/gone') ? undefined : 'x'.repeat(80))
  const made = await restoreFiles(desk.view, { read, count, window: 200_000, maxFiles: 3, ...more })
  const text = made ? textOf(made) : ''
  return [...text.matchAll(/<restored-\w+ path="(.*?)">\n(\S*)/g)].map(
    ([, path = '', shown = '']) => `${path} ${shown.length}`,
  )
}

it.each<[string, Message[], Partial<RestoreOptions>, string[]]>([
  ['nothing where nothing was used', [], {}, []],
  [
    'what was read, written and edited, newest first',
    [...files('Read', 'a'), ...files('Write', 'b'), ...files('Edit', 'c')],
    {},
    ['c 80', 'b 80', 'a 80'],
  ],
  ['as many as wanted, each once', files('Read', 'a', 'b', 'c', 'd', 'a'), {}, ['a 80', 'd 80', 'c 80']],
  ['what is there', files('Read', 'a', '/gone'), {}, ['a 80']],
  [
    'skills apart from files',
    files('Read', 'x/SKILL.md', 'a', 'b', 'c'),
    {},
    ['c 80', 'b 80', 'a 80', 'x/SKILL.md 80'],
  ],
  ['each within its room', files('Read', 'a', 'b'), { fileTokens: 10 }, ['b 40', 'a 40']],
  ['all within theirs', files('Read', 'a', 'b', 'c'), { totalTokens: 30 }, ['c 80', 'b 40']],
  ['in a smaller window less', files('Read', 'a'), { fileTokens: 19, window: 100_000 }, ['a 30']],
  ['in a larger one no more', files('Read', 'a'), { fileTokens: 10, window: 400_000 }, ['a 40']],
])('restores %s', async (_, messages, more, shown) => {
  expect(await restored(messages, more)).toEqual(shown)
})

it('leaves out todos that are done', async () => {
  const desk = openDesk()
  await desk.say(
    ...step({ tool: 'TodoWrite', input: { todos: [{ content: 'x', status: 'completed' }] }, output: 'ok' }),
  )
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
