import { expect, onTestFinished, test, vi } from 'vitest'
import { openAnswerOnly } from './answer-only.ts'

test('the answer and nothing else; trouble beside it; an interrupt goes to who listens, or ends it', async () => {
  const said: string[] = []
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(`out ${String(text)}`) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(`err ${String(text)}`) > 0),
    vi.spyOn(process, 'exit').mockImplementation((code) => void said.push(`exit ${code}`) as never),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  const terminal = openAnswerOnly()
  terminal.line('[folded]', 'notice')
  terminal.line('a remark')
  terminal.write('An \u001b[31manswer')
  terminal.line()
  terminal.line('\nThat did not work', 'trouble')
  process.emit('SIGINT')
  terminal.onInterrupt((key) => key === 'ctrl-c')
  process.emit('SIGINT')
  terminal.onInterrupt(() => false)
  process.emit('SIGINT')
  await terminal.close()
  expect(said).toEqual(['out An [31manswer', 'out \n', 'err That did not work\n', 'exit 130', 'exit 130'])
  expect([await terminal.ask('?', new AbortController().signal), await terminal.next()]).toEqual([undefined, undefined])
})
