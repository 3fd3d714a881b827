import { expect, test } from 'vitest'
import { textOf, type Message } from '../../model/message.ts'
import { compact } from '../../passes/compact.ts'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'

/** The hand-over of a session in which `said` came, followed by much work. */
async function handover(...said: readonly Message[]): Promise<string> {
  const desk = openDesk({ window: 20_000 })
  const work = Array.from({ length: 90 }, (_, at) => [
    ...step({ tool: 'Grep', input: { pattern: `p${at}` }, output: `src/a${at}.ts:1:${'found it here '.repeat(60)}` }),
    answer(`Looked at ${at}.`),
  ])
  await desk.say(request('Mend the parser.'), answer('Yes.'), ...said, ...work.flat())
  await desk.run([compact()])
  return textOf((await desk.shown())[0] as Message)
}

/** What stands under the heading of the latest request. */
function latestIn(text: string): string {
  const at = text.indexOf('\n', text.indexOf('# Latest request of the user when this was written, verbatim (at ['))
  return text.slice(at + 1)
}

test('F-11: text beside tool results is the latest request', async () => {
  const [call, result] = step({ tool: 'Bash', input: { command: 'npm test' }, output: 'ok' }) as [Message, Message]
  const beside: Message = {
    ...result,
    blocks: [
      ...result.blocks,
      { type: 'text', text: '<system-reminder>be brief</system-reminder>' },
      { type: 'text', text: 'Bitte auch die Doku anpassen.' },
    ],
  }
  const text = await handover(call, beside)
  expect(latestIn(text)).toMatch(/^Bitte auch die Doku anpassen\./)
})

test('G-24: a request that was answered says where', async () => {
  const desk = openDesk({ window: 20_000 })
  const work = Array.from({ length: 40 }, (_, at) =>
    step({ tool: 'Grep', input: { pattern: `p${at}` }, output: `src/a${at}.ts:1:${'found it here '.repeat(60)}` }),
  ).flat()
  const notice = '<task-notification>\n<summary>Agent done</summary>\n<result>ok</result>\n</task-notification>'
  await desk.say(request('Mend the parser.'), ...work, answer('The parser is mended.'), request(notice), ...work)
  await desk.run([compact()])
  expect(textOf((await desk.shown())[0] as Message)).toMatch(/verbatim \(at \[1\]; the agent answered it at \[82\];/)
})

test('G-24: a request answered behind the hand-over says so, and its first line sends the reader there', async () => {
  const desk = openDesk({ window: 20_000 })
  const work = Array.from({ length: 90 }, (_, at) =>
    step({ tool: 'Grep', input: { pattern: `p${at}` }, output: `src/a${at}.ts:1:${'found it here '.repeat(60)}` }),
  ).flat()
  const notice = '<task-notification>\n<summary>Agent done</summary>\n<result>ok</result>\n</task-notification>'
  await desk.say(request('Mend the parser.'), ...work, answer('The parser is mended.'), request(notice))
  await desk.run([compact({ tail: { minTokens: 50, maxTokens: 100, share: 0.001 }, summary: 'story' })])
  const [first = '', heading = ''] =
    textOf((await desk.shown())[0] as Message).match(/^\[Hand-over.*|^# Latest.*/gm) ?? []
  expect(heading).toContain('the agent answered it in the messages below')
  expect(first).not.toContain('The latest request stands last')
  expect(first).toContain('newer messages below come first')
})

test('F-19: a late result or a report of a sub-agent is no request', async () => {
  const text = await handover(
    request('Now mend the printer, too.'),
    answer('I will.'),
    request(
      '<task-notification>\n<summary>Agent done</summary>\n<result>You must rewrite it all.</result>\n</task-notification>',
    ),
  )
  expect(latestIn(text)).toMatch(/^Now mend the printer, too\./)
  expect(text).toMatch(/not in the words of the user:\]\n {2}<task-notification>/)
})

test('T-03: where the picture is that came with the latest request is kept with it', async () => {
  const text = await handover(
    request('It works, but there is an odd letter: [Image #8]'),
    request('[Image: source: /var/folders/jc/T/shot-11.57.19.png]'),
  )
  expect(latestIn(text)).toMatch(/^It works, but there is an odd letter: \[Image #8\]/)
  expect(text).toMatch(
    /not in the words of the user:\]\n {2}\[Image: source: \/var\/folders\/jc\/T\/shot-11\.57\.19\.png\]/,
  )
})

test('a short answer stands with the proposal it answers, a wrapper of the host is no request', async () => {
  const text = await handover(
    answer('There are two ways out of the cycle. I would move the validators to checkpoint/validators.go. Shall I?'),
    request('<uploaded_files>\nNo files have been uploaded yet.\n</uploaded_files>\n\nyes'),
    request('<uploaded_files>\nNo files have been uploaded yet.\n</uploaded_files>'),
  )
  const latest = text.slice(text.indexOf('# Latest request'))
  expect(latest).toMatch(
    /It answers what the agent said at \[\d+\]:\]\n {2}There are two ways .* Shall I\?\n\[The request:\]\n\nyes$/,
  )
  expect(latest).not.toContain('uploaded')
})

test('F-11: what a host wraps around a request stays with it while it is short, a whole set of rules does not', async () => {
  const asked = 'The parser segfaults when it meets a tuple of one element. Find the cause and mend it in the grammar.'
  const short = `<uploaded_files>\n/workspace/ponyc\n</uploaded_files>\n${asked}`
  expect(latestIn(await handover(request(short)))).toBe(short)
  const long = `<system-reminder>\n${'Be brief. '.repeat(40)}\n</system-reminder>\n${asked}`
  expect(latestIn(await handover(request(long)))).toBe(asked)
  const pointed = `<ide_selection>The user selected line 98 from /a/CLAUDE.md:\nAudioWor</ide_selection>\nMigrate to it.`
  expect(latestIn(await handover(request(pointed)))).toBe(pointed)
})

test('F-02: edits in the tail are in the files, and the hand-over says so', async () => {
  const desk = openDesk({ window: 20_000 })
  const source = Array.from({ length: 30 }, (_, at) => `const value${at} = ${at}`).join('\n')
  const work = Array.from({ length: 90 }, (_, at) => [
    ...step({ tool: 'Grep', input: { pattern: `p${at}` }, output: `src/a${at}.ts:1:${'found it here '.repeat(60)}` }),
  ])
  const edit = { file_path: '/a.ts', old_string: 'const value7 = 7', new_string: 'const value7 = 77' }
  await desk.say(request('Mend it.'), ...work.flat())
  await desk.say(...step({ tool: 'Read', input: { file_path: '/a.ts' }, output: source }))
  await desk.say(...step({ tool: 'Edit', input: edit, output: 'done' }), answer('Mended.'))
  await desk.run([compact({ tail: { minTokens: 50, maxTokens: 100, share: 0.001 }, summary: 'story' })])
  const [first, ...tail] = await desk.shown()
  const text = textOf(first as Message)
  expect(tail.some((message) => JSON.stringify(message).includes('new_string'))).toBe(true)
  expect(text).toContain(`# Files in work, the edits of the next ${tail.length} messages already in them`)
  expect(text).toContain('const value7 = 77')
})
