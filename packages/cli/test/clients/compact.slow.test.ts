// The real Claude Code works until its history is two windows long, is told to /compact, and goes on from its summary.
import { startProvider } from 'daypack-testing'
import { expect, onTestFinished, test } from 'vitest'
import { clientFile } from '../../../../scripts/clients.mjs'
import { project } from '../run.ts'
import { runClaude } from './claude.ts'
import { startProxy } from './harness.ts'
import { FINAL, task } from './script.ts'

const claude = clientFile('claude')
const WINDOW = 80_000
const hint = claude === undefined ? ' (not installed: node scripts/clients.mjs install claude)' : ''

test.skipIf(claude === undefined)(`G-43: /compact of Claude Code is cached and within the window${hint}`, async () => {
  const at = project()
  const { script } = task({ steps: 60, lines: 105, overloaded: [], cut: [] })
  const provider = await startProvider({ script, window: WINDOW })
  const proxy = await startProxy(at.dir, provider.url, WINDOW)
  onTestFinished(async () => {
    await proxy.stop()
    await provider.close()
    at.remove()
  })
  const say = (...words: string[]) =>
    runClaude(claude ?? '', [...words, '--allowedTools', 'Bash(seq:*)'], { dir: at.dir, env: at.env, url: proxy.url })
  expect(await say('-p', 'Do all the steps.')).toContain(FINAL)
  const before = provider.requests.length
  await say('-c', '-p', '/compact')
  const asked = provider.requests.slice(before).filter(({ text }) => text.includes('Respond with TEXT ONLY'))
  expect(asked.map(({ status }) => status)).toEqual([200])
  const { cacheRead = 0, input = 0, cacheWrite = 0 } = asked[0]?.billed ?? {}
  expect(input + cacheRead + cacheWrite).toBeLessThan(WINDOW)
  expect(cacheRead / (input + cacheRead + cacheWrite)).toBeGreaterThan(0.5)

  // Behind the summary it has little left to say.
  await say('-c', '-p', 'Go on with the task.')
  const after = provider.requests.at(-1)
  expect(after?.text).toContain('This session is being continued from a previous conversation')
  expect(after?.promptTokens).toBeLessThan(asked[0]?.promptTokens ?? 0)
  expect(provider.requests.filter(({ status }) => status !== 200)).toEqual([])
})
