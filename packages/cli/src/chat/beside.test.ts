// What goes along with what the user says: files that are named, commands they run themselves, what they want forgotten.
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from 'daypack'
import { textOf } from 'daypack/internal'
import { chatOn, saying } from '../../test/seeds/chat-support.ts'
import { forgetAsked, runOwn } from './chat.ts'
import { withFiles } from './mentions.ts'
import { goodbye, showMeter, welcome } from './status.ts'
import { whole } from './whole.ts'

const quiet = new AbortController().signal
const textsIn = (message: Message) => message.blocks.map((block) => (block.type === 'text' ? block.text : block.type))

describe('@file', () => {
  const sent = async (text: string) => {
    const { chat, said, close } = await chatOn({})
    mkdirSync(path.join(chat.cwd, 'src'))
    writeFileSync(path.join(chat.cwd, 'a.txt'), 'alpha')
    writeFileSync(path.join(chat.cwd, 'src/two words.txt'), 'beta')
    said.length = 0
    const [first, ...files] = textsIn(await withFiles(chat, text, quiet))
    await close()
    return { first, files: files.map((one) => /alpha|beta/.exec(one)?.[0]), said }
  }
  test('the file goes along as a block of its own, whatever stands behind its name', async () => {
    expect(await sent('Look at @a.txt, and @"src/two words.txt"!')).toEqual({
      first: 'Look at @a.txt, and @"src/two words.txt"!',
      files: ['alpha', 'beta'],
      said: [],
    })
    expect((await sent('(@a.txt) x@a.txt @a.txt')).files).toEqual(['alpha'])
  })
  test('a path that is none is said; a name without one is just a name', async () => {
    expect(await sent('@none.txt @src @ada @src/')).toEqual({
      first: '@none.txt @src @ada @src/',
      files: [],
      said: [
        'There is no file none.txt here; the message goes out without it.',
        'There is no file src/ here; the message goes out without it.',
      ],
    })
  })
  test('without a tool that reads, nothing goes along', async () => {
    const { chat, close } = await chatOn({})
    writeFileSync(path.join(chat.cwd, 'a.txt'), 'alpha')
    chat.tools = []
    expect(textsIn(await withFiles(chat, '@a.txt', quiet))).toHaveLength(1)
    await close()
  })
})

test('!command: what came out stands in the conversation, in the name of the user', async () => {
  const { chat, said, close } = await chatOn({})
  said.length = 0
  await runOwn(chat, 'echo one; echo two', quiet)
  const [slot] = chat.session.view.slots
  expect([said, slot?.message.role]).toEqual([['one\ntwo'], 'user'])
  expect(slot && textOf(slot.message)).toMatch(/^I ran `echo one; echo two` myself:\n[^]*one\ntwo/)
  await close()
})

describe('"forget my locker code"', () => {
  const asked = async (answer: string | undefined, config = {}) => {
    const { chat, said, close } = await chatOn({ memory: { enabled: true, ...config } })
    if (chat.config.memory?.enabled) await chat.pack.memory.remember('The locker code is 4711.')
    const questions: string[] = []
    Object.assign(chat.ui, { ask: async (question: string) => (questions.push(question), answer) })
    said.length = 0
    const isAsked = await forgetAsked(chat, 'Forget my locker code.', quiet)
    const left = chat.config.memory?.enabled ? (await chat.pack.memory.lines.list()).length : 0
    await close()
    return { isAsked, questions, said, left }
  }
  test('is shown and asked about, and done with a yes', async () => {
    const { isAsked, questions, said, left } = await asked(' Yes')
    expect([isAsked, questions, left]).toEqual([true, ['Forget 1 line, in notes and conversations?\n[y]es, [N]o? '], 0])
    expect(said[0]).toBe('  The locker code is 4711. (MEMORY.md)')
    expect(said.length).toBeGreaterThan(1)
  })
  test('is left with anything else; where nobody can be asked, the way to do it is said', async () => {
    const no = await asked('no')
    expect([no.isAsked, no.said.slice(1), no.left]).toEqual([true, ['Nothing was forgotten.'], 1])
    const nobody = await asked(undefined)
    expect([nobody.said.at(-1)?.startsWith('Nothing was forgotten: there is nobody to ask.'), nobody.left]).toEqual([
      true,
      1,
    ])
    expect((await asked('y', { enabled: false })).isAsked).toBe(false)
  })
})

test('a message is whole again, its stored results and attachments too; what is gone says so', async () => {
  const { chat, close } = await chatOn({})
  const long = 'a line of the file\n'.repeat(5_000)
  const result = (callId: string, more = {}) => ({
    type: 'tool-result' as const,
    callId,
    tool: 'x',
    content: { text: long },
    ...more,
  })
  await chat.session.append(saying('user', 'x'))
  await chat.session.append({ role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c', tool: 'x', input: {} }] })
  await chat.session.append({ role: 'tool', blocks: [result('c')] })
  const stored = chat.session.view.slots[2]?.message ?? saying('user', '')
  expect(JSON.stringify(stored).length).toBeLessThan(1_000)
  const full = await whole(chat.session, stored)
  expect(full.blocks[0]).toMatchObject({ content: { text: long }, callId: 'c' })
  const gone = { ref: 'f'.repeat(64), bytes: 7, lines: 1 }
  const media = { type: 'media' as const, mediaType: 'image/png', content: { text: 'x' } }
  const odd: Message = {
    role: 'tool',
    blocks: [{ ...result('d', { attachments: [{ ...media, content: gone }, media] }), content: gone }, media],
  }
  const lost = `[7 bytes, no longer kept: ${'f'.repeat(64)}]`
  expect((await whole(chat.session, odd)).blocks).toEqual([
    { ...result('d'), content: { text: lost }, attachments: [{ ...media, content: { text: lost } }, media] },
    media,
  ])
  await close()
})

describe('where one is', () => {
  test('at the beginning: model, window, folder, session, and what to try', async () => {
    const { chat, close } = await chatOn({ window: 20_000, preset: 'copaw' })
    const at = (cwd: string, provider = 'scripted') =>
      welcome({ ...chat, cwd, model: { ...chat.model, provider } }, 0).slice(2)
    expect(welcome({ ...chat, cwd: homedir() }, 0)).toEqual([
      'model    scripted',
      'window   20.0k tokens, preset copaw',
      'folder   ~',
      'session  s, new',
      'try      list .',
    ])
    expect([at(path.join(homedir(), 'x/y'))[0], at('/elsewhere', 'openai')[0], at('/', 'openai').at(-1)]).toEqual([
      `folder   ~${path.sep}${path.join('x/y')}`,
      'folder   /elsewhere',
      'try      what is in this folder?',
    ])
    expect(goodbye(chat, undefined)).toBeUndefined()
    await chat.session.append(saying('user', 'Hello there.'))
    expect(welcome(chat, 1).slice(3, 5)).toEqual(['session  s, 1 message, 7 tokens', '1 open tool call was closed'])
    expect(welcome(chat, 2)[4]).toBe('2 open tool calls were closed')
    expect(goodbye(chat, undefined)).toBe('Session saved. Continue with: daypack chat --resume s')
    await close()
  })
  test('the meter: how full the window is, and what was saved', async () => {
    const { chat, close } = await chatOn({ window: 1_000 })
    const shown: object[] = []
    Object.assign(chat.ui, { meter: (one: object) => shown.push(one) })
    showMeter(chat)
    await chat.session.append(saying('user', 'word '.repeat(250)))
    showMeter(chat)
    const batch = (saved: number, active: boolean) => ({ saved, active })
    const view = { ...chat.session.view, batches: [batch(1_500, true), batch(9_000, false), batch(500, true)] }
    showMeter({ ...chat, session: { view } } as never)
    expect(shown).toEqual([
      { short: '0 %', long: '[················] 0 % of 1.0k' },
      { short: '26 %', long: '[uuuu············] 26 % of 1.0k' },
      { short: '26 %', long: '[uuuu············] 26 % of 1.0k · 2.0k saved' },
    ])
    await close()
  })
})
