import type { Message } from '../../src/model/message.ts'
import { offload } from '../../src/passes/offload.ts'
import { answer, openDesk, request, step, type Desk, type Step } from '../../../daypack-testing/src/desk.ts'

/** Exactly so many bytes in lines of different lengths, some of which tell of an error. */
export function text(bytes: number, name: string, end = '\n'): string {
  let made = ''
  for (let line = 1; made.length < bytes; line++) {
    const says =
      line % 17 === 0 ? `Error: ${name} failed in step ${line}` : `${name} line ${line} calls make_${name}_${line}()`
    made += `${says.padEnd(20 + ((line * 7) % 61), '.')}\n`
  }
  return `${made.slice(0, bytes - end.length)}${end}`
}

/** One session with a case for every pass: reads, searches, edits, pictures, pins, odd names and sizes at the limits. */
export async function session(): Promise<Desk> {
  const desk = openDesk({ inlineMaxBytes: 2_500 })
  let calls = 0
  const say = async (...steps: readonly Step[]) =>
    desk.say(...step(...steps.map((each) => ({ ...each, callId: `call-${++calls}` }))))
  const read = (file_path: string, bytes: number, more: object = {}): Step => ({
    tool: 'Read',
    input: { file_path, ...more },
    output: text(bytes, 'read'),
  })
  const bash = (command: string, output: string, isError = false): Step => ({
    tool: 'bash',
    input: { command },
    output,
    ...(isError && { isError }),
  })
  const picture = (mediaType: string, data: string, size: object = {}): Message => ({
    role: 'user',
    blocks: [{ type: 'media', mediaType, content: { text: data }, ...size } as never, { type: 'text', text: 'Look.' }],
  })
  await desk.say({ role: 'system', blocks: [{ type: 'text', text: 'You are an agent.' }] })
  await desk.say(request('Please mend the parser; keep the public API as it is.'))
  await say(read('src/parser.ts', 2_999), read('docs/guide.md', 9_001), read('docs/deep/notes.txt', 9_000))
  await say(read('src/parser.ts', 900, { offset: 10, limit: 20 }), {
    tool: 'Grep',
    input: { pattern: 'parse' },
    output: text(3_000, 'grep'),
  })
  await say({ tool: 'Edit', input: { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' }, output: 'done' })
  await say(read('src/parser.ts', 3_001), bash('npm test', text(6_100, 'test'), true))
  await desk.say(answer('The parser is mended; the tests are next.'), request('Good. What about the lexer?'))
  desk.mark('pin', { seq: desk.view.head })
  await say({ tool: 'Grep', input: { pattern: 'lex' }, output: text(1_000, 'lex') })
  await say(
    { tool: 'Grep', input: { query: 'token' }, output: text(1_001, 'lex') },
    { tool: 'Glob', input: { pattern: '**/*.ts' }, output: text(199, 'glob') },
  )
  await say(
    read('src/lexer.ts', 2_000, { offset: 1, limit: 50 }),
    read('./src/lexer.ts', 2_000, { offset: 1, limit: 50 }),
  )
  await say(read('src/lexer.ts', 4_000, { offset: 1 }), {
    tool: 'mcp__files__read_file',
    input: { path: 'README.md' },
    output: text(3_100, 'readme'),
  })
  await say(bash('cat one-line.json', `{"k":"${'v😀é'.repeat(700)}"}`), bash('true', ''), {
    tool: '',
    output: text(700, 'nameless'),
  })
  await desk.say(
    picture('image/png', 'iVBORw0KGgo='.repeat(34), { width: 640, height: 480 }),
    answer('A picture of the tree.'),
  )
  desk.mark('pin', { seq: desk.view.head - 1 })
  await desk.say(
    picture('image/jpeg', 'https://example.com/a.jpg'),
    answer('Another one.'),
    picture('', 'QUJD'.repeat(100)),
  )
  await say({ tool: 'write_file', input: { path: 'src/lexer.ts', content: 'x' }, output: 'written' })
  await desk.say(answer('The lexer is written anew.'), request('And now the docs, please; the whole of them.'))
  await say(bash('ls', text(2_999, 'ls', '')), bash('ls', text(2_999, 'ls', '')), {
    tool: 'web_fetch',
    input: { url: 'https://example.com/' },
    output: text(3_100, '網頁'),
  })
  await say(read('docs/guide.md', 12_000), {
    tool: 'Grep',
    input: { pattern: 'x'.repeat(100) },
    output: text(3_101, 'grep'),
  })
  await desk.run([offload({ maxBytes: 11_000 })])
  await desk.say(answer('Nearly there.'), request('Go on.'))
  await say(bash('npm run docs', text(5_000, 'docs', '')), bash('npm run lint', text(600, 'lint')))
  await say(bash('npm run check', text(20_000, 'check')))
  return desk
}
