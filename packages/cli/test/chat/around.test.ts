// What stands around a chat: own commands, the scripted model, and each tool's answers.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runOwn } from '../../src/chat/chat.ts'
import { startScripted } from '../../src/chat/scripted.ts'
import { chatOn, folder } from '../seeds/chat-support.ts'

test('an own command is run without asking; what came out is shown in part and kept whole', async () => {
  const { chat, said, close } = await chatOn({ window: 20_000 })
  await runOwn(chat, 'printf "%05000d" 7', new AbortController().signal)
  const [block] = chat.session.view.slots[0]?.message.blocks ?? []
  const kept = block?.type === 'text' ? block.text : ''
  expect([
    said.map((line) => line.length),
    said[0]?.slice(1_995, 2_035),
    kept.slice(0, 60),
    kept.length > 5_000,
  ]).toEqual([
    [4030],
    '00000\n… 1000 characters left out …\n00000',
    'I ran `printf "%05000d" 7` myself:\n<output>\n0000000000000000',
    true,
  ])
  await close()
})

test('the scripted model takes its orders, tells what a tool answered, and says what it knows', async () => {
  const server = await startScripted(undefined, 50_000)
  const asked = async (content: unknown) => {
    const body = JSON.stringify({
      model: 'scripted',
      max_tokens: 100,
      messages: [{ role: 'user', content }],
      tools: ['read_file', 'list_files', 'grep_search', 'run_shell', 'memory_write', 'recall'].map((name) => ({
        name,
        input_schema: { type: 'object' },
      })),
    })
    const answer = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
      body,
    })
    const { content: parts = [] } = (await answer.json()) as {
      content?: { text?: string; name?: string; input?: object }[]
    }
    return parts.map((part) => part.text ?? [part.name, part.input])
  }
  expect([
    await asked('READ a.ts'),
    await asked('list'),
    await asked('list src '),
    await asked([
      { type: 'text', text: 'x' },
      { type: 'text', text: 'grep two words' },
    ]),
    await asked('run ls'),
    await asked('remember tabs'),
    await asked('recall tabs'),
    await asked(`hello ${'x'.repeat(300)}`),
  ]).toEqual([
    ['I will use read_file.', ['read_file', { file_path: 'a.ts' }]],
    ['I will use list_files.', ['list_files', { path: '.' }]],
    ['I will use list_files.', ['list_files', { path: 'src' }]],
    ['I will use grep_search.', ['grep_search', { pattern: 'two words' }]],
    ['I will use run_shell.', ['run_shell', { command: 'ls' }]],
    ['I will use memory_write.', ['memory_write', { text: 'tabs', path: 'MEMORY.md' }]],
    ['I will use recall.', ['recall', { query: 'tabs' }]],
    [
      'You said: “hello xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”. I am a scripted model and only know: read <file>, list <folder>, grep <words>, run <command>, remember <fact>, recall <words>.',
    ],
  ])
  await server.close()
  const file = path.join(folder(), 'script.json')
  writeFileSync(file, '{}')
  await expect(startScripted(file)).rejects.toThrow('is not a script: write a JSON list of replies')
})

test('each tool: its answer, and what it says of odd input', async () => {
  const cwd = folder()
  const { call, close } = await (async () => {
    const { chat, close: end } = await chatOn({ window: 20_000 }, [], cwd)
    const run = async (name: string, input: object) => {
      try {
        return await chat.tools.find((tool) => tool.name === name)?.run(input, { signal: new AbortController().signal })
      } catch (error) {
        return `! ${(error as Error).message}`
      }
    }
    return { call: run, close: end }
  })()
  writeFileSync(path.join(cwd, 'binary.dat'), 'needle\0')
  writeFileSync(path.join(cwd, 'lines.txt'), Array.from({ length: 250 }, (_, at) => `needle ${at}`).join('\n'))
  writeFileSync(path.join(cwd, 'long.txt'), `needle ${'y'.repeat(400)}`)
  const first = (text: unknown) => String(text).split('\n')
  expect([
    await call('write_file', { path: 'new/a.txt', text: 'one\ntwo' }),
    await call('write_file', { file_path: 'b.txt' }),
    await call('edit_file', { file_path: 'new/a.txt', old_string: 'two', new_string: 'three' }),
    await call('edit_file', { file_path: 'new/a.txt', old_string: '', new_string: 'x' }),
    await call('edit_file', { file_path: 'new/a.txt', old_string: 'zebra', new_string: 'x' }),
    await call('edit_file', { file_path: 'new/a.txt', old_text: 'e', new_text: 'E' }),
    await call('edit_file', { file_path: 'new/a.txt', old_string: 'e', new_string: 'E', replace_all: 'true' }),
    readFileSync(path.join(cwd, 'new/a.txt'), 'utf8'),
    await call('read_file', { file_path: 'new/a.txt', start_line: '2' }),
    await call('read_file', { file_path: 'new/a.txt', start_line: 1, end_line: 1 }),
    await call('read_file', { file_path: 'new/a.txt', start_line: 1, end_line: 1, start_column: 3 }),
    await call('read_file', { file_path: 'binary.dat' }),
    await call('list_files', { path: 'new' }),
    await call('grep_search', { query: 'THREE|thrEE', path: 'new' }),
    await call('grep_search', { pattern: 'zebra' }),
    await call('grep_search', { pattern: 'needle', extension: '.dat' }),
    first(await call('grep_search', { pattern: 'needle', path: 'long.txt' })).map((line) => line.length),
    first(await call('grep_search', { pattern: 'needle', path: 'lines.txt' })).slice(-2),
    await call('grep_search', {}),
  ]).toEqual([
    'Wrote new/a.txt: 2 lines, 7 bytes.',
    '! content is missing.',
    'Changed new/a.txt at line 2.',
    '! old_string is empty; use write_file for a new file.',
    '! The old text is not in new/a.txt; read the file again.',
    '! The old text is in new/a.txt 3 times; include more of the text around it, or set replace_all.',
    'Changed new/a.txt at line 1 and 2 more places.',
    'onE\nthrEE',
    'thrEE\n[lines 2 to 2 of 2]',
    'onE\n[lines 1 to 1 of 2]',
    'E\n[lines 1 to 1 of 2]',
    '! binary.dat is not text (7 bytes).',
    'a.txt (9 bytes)',
    'new/a.txt:2: thrEE',
    '[nothing found]',
    '[nothing found]',
    [312],
    ['lines.txt:200: needle 199', '[the first 200; narrow the pattern or the path]'],
    '! pattern is missing.',
  ])
  await close()
})
