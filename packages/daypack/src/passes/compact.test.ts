import { describe, expect, it } from 'vitest'
import { textOf, type Message } from '../model/message.ts'
import { openDesk, request, answer, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { passSuite } from '../../../daypack-testing/src/pass-suite.ts'
import { work } from '../../../daypack-testing/test/work.ts'
import { compact } from './compact.ts'
import { EXACT_TAIL } from './split.ts'

// Pictures are left out: where one does not fit, the planner's own note for it may be longer than its address.
const history = { media: false }
passSuite('compact', () => compact(), { history })
passSuite('compact, the documents’ way', () => compact({ tail: EXACT_TAIL, files: false }), { history })
passSuite('compact, the last three messages', () => compact({ keepRecent: 3 }), { history })

async function folded(
  messages: readonly Message[],
  options = {},
  window = 20_000,
): Promise<{ desk: Desk; shown: readonly Message[] }> {
  const desk = openDesk({ window })
  await desk.say(...messages)
  await desk.run([compact(options)])
  return { desk, shown: await desk.shown() }
}

describe('compact', () => {
  it('folds nearly everything and keeps the request, the evidence and the files in work', async () => {
    const { shown, desk } = await folded(work(40))
    const [first, ...tail] = shown
    const text = textOf(first as Message)
    expect(desk.view.size.tokens).toBeLessThan(20_000 * 0.56)
    expect(tail.length).toBeLessThanOrEqual(16)
    expect(text).toMatch(
      /# Latest request of the user when this was written, verbatim \(at \[1\].*\) ·\w{6}\nBuild the login service in src\/auth\.ts\. Never touch the schema\./,
    )
    expect(text).toContain('[2] AGENT: I decided to use JWT because it needs no table.')
    expect(text).toContain('value39_3 = patched39(3)')
    expect(text).not.toContain('value39_3 = compute39(3)')
    expect(text).not.toMatch(/## (?:Goal|Blocked|Next Steps)/)
  })

  it('cuts results in the tail from their originals', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(
      ...work(30),
      ...step({ tool: 'Bash', input: { command: 'npm test' }, output: 'line of output\n'.repeat(900) }),
      answer('It ran.'),
    )
    await desk.run([compact()], { isForced: true })
    const results = (await desk.shown())
      .flatMap((message) => message.blocks)
      .filter((block) => block.type === 'tool-result')
    expect(JSON.stringify(results)).toMatch(/bytes left out; read on with/)
    expect(desk.view.size.tokens).toBeLessThan(12_000)
  })

  it('never keeps nothing: two parallel results larger than any reserve stay with their call', async () => {
    const big = 'x'.repeat(50_000)
    const messages = [
      ...work(10),
      request('Compare the two logs.'),
      ...step({ tool: 'fetch', output: big }, { tool: 'fetch', output: big }),
    ]
    const { shown } = await folded(messages, { tail: EXACT_TAIL })
    expect(shown.map((message) => message.role).slice(-2)).toEqual(['assistant', 'tool'])
    expect(JSON.stringify(shown)).toContain('Compare the two logs.')
  })

  it('leaves pins where they are and folds around them', async () => {
    const messages = work(30)
    const desk = openDesk({ window: 20_000 })
    await desk.say(...messages)
    desk.mark('pin', { seq: 2 })
    await desk.run([compact()])
    const shown = await desk.shown()
    expect(shown.some((message) => textOf(message) === 'I decided to use JWT because it needs no table.')).toBe(true)
    expect(JSON.stringify(shown)).toContain('Build the login service in src/auth.ts. Never touch the schema.')
  })

  it('takes the restart form where reasoning is bound to its prefix', async () => {
    const desk = openDesk({ window: 20_000 })
    const [call, result] = step({ tool: 'Bash', input: { command: 'npm test' }, output: 'all 12 tests passed' })
    const thinking = {
      type: 'opaque',
      purpose: 'reasoning',
      wire: { type: 'thinking', thinking: 'hm', signature: 's' },
    } as const
    await desk.say(
      ...work(30),
      { ...(call as Message), blocks: [thinking, ...(call as Message).blocks] },
      result as Message,
    )
    const { edits } = await compact().propose(desk.view, desk.context({ reasoning: { binds: true, requires: true } }))
    expect(edits).toHaveLength(1)
    const [fold] = edits
    if (fold?.op !== 'fold') throw new Error('no fold')
    expect([fold.from, fold.to, fold.summary.request]).toEqual([1, desk.view.slots.at(-1)?.seq, 1])
    expect(fold.summary.text).toContain('all 12 tests passed')
    expect(fold.summary.text).not.toContain('"thinking"')
    await desk.say(...step({ tool: 'Bash', input: { command: 'npm run lint' }, output: 'clean' }))
    const later = await compact().propose(desk.view, desk.context({ reasoning: { binds: false, requires: false } }))
    expect(later.why).toContain('restart form')
  })

  it('keeps a latest request with a picture as it is', async () => {
    const desk = openDesk({ window: 20_000 })
    const picture = { type: 'media', mediaType: 'image/png', content: { text: 'aGk=' } } as const
    await desk.say(
      ...work(20),
      { role: 'user', blocks: [{ type: 'text', text: 'Make it look like this.' }, picture] },
      ...work(20).slice(2),
    )
    await desk.run([compact()])
    expect((await desk.shown()).flatMap((message) => message.blocks).some((block) => block.type === 'media')).toBe(true)
  })

  it('tells what came before a picture though the hand-over is longer than the steps behind it', async () => {
    const desk = openDesk({ window: 20_000 })
    const picture = { type: 'media', mediaType: 'image/png', content: { text: 'aGk=' } } as const
    const thinking = { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking', thinking: 'hm' } } as const
    const [call, result] = step({ tool: 'Bash', input: { command: 'npm test' }, output: 'all 12 tests passed' })
    await desk.say(
      ...work(40),
      { role: 'user', blocks: [{ type: 'text', text: 'Make it look like this.' }, picture] },
      { ...(call as Message), blocks: [thinking, ...(call as Message).blocks] },
      result as Message,
    )
    await desk.run([compact()])
    const shown = await desk.shown()
    const text = shown.map(textOf).join('\n')
    expect(text).toMatch(/^\[Messages 1-\d+ are folded; the hand-over below tells of them/)
    expect(text).toContain('# The story so far')
    expect(text).toContain('Never touch the schema.')
    expect(shown.flatMap((message) => message.blocks)).not.toContainEqual(thinking)
  })

  it('folds nothing when the archive fails', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(...work(30))
    const archive = () => Promise.reject(new Error('disk full'))
    await expect(compact().propose(desk.view, desk.context({ archive }))).rejects.toThrow('disk full')
  })

  it('makes a short conversation shorter when the user asks for it', async () => {
    const desk = openDesk({ window: 100_000 })
    await desk.say(...work(4), answer('That was it.'))
    const before = desk.view.size.tokens
    await desk.run([compact()], { isForced: true })
    expect(desk.view.size.tokens).toBeLessThan(before * 0.8)
  })

  it('reads only what is new at the next epoch', async () => {
    const desk = openDesk({ window: 20_000, inlineMaxBytes: 100 })
    await desk.say(...work(40))
    await desk.run([compact()])
    const read = desk.bytesRead
    await desk.say(...work(3).slice(2), answer('Next.'))
    await desk.run([compact()], { isForced: true })
    expect(desk.bytesRead - read).toBeLessThan(read / 2)
  })
})
