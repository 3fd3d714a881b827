// Claude Code works through a long task behind `daypack proxy`. Its CLAUDE.md, the date, the git status and the rule for
// signing commits come once, in the first message. They must be in every request the model gets, before and after each epoch,
// and so must all of the output that the model has not answered yet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterEach, expect, test } from 'vitest'
import { startProxy, type Proxy } from '../../packages/cli/test/clients/harness.ts'

const RULES = 80
const STEPS = 40
const WINDOW = 50_000
/** What a step prints: some of it in the middle. */
const output = (step: number): string => {
  const lines = Array.from(
    { length: 75 },
    (_, line) => `step ${step}: module ${line} of src was read, nothing is wrong with it`,
  )
  return [`BEGINNING-${step}`, ...lines.slice(0, 37), `MIDDLE-${step}`, ...lines.slice(37), `END-${step}`].join('\n')
}

let folder = ''
let provider: ScriptedProvider
let proxy: Proxy

afterEach(async () => {
  await proxy.stop()
  await provider.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The first message as Claude Code 2.1 sends it. */
function firstMessage(): Anthropic.ContentBlockParam[] {
  const rules = Array.from({ length: RULES }, (_, n) => `- RULE-${n}: module ${n} keeps its public names stable.`)
  return [
    `<system-reminder>\n# Environment\nYou have been invoked in the following environment:\n - Platform: linux\n\nAvailable skills:\n${'- a-skill: what it is for, and when it is to be used in this repository\n'.repeat(120)}</system-reminder>`,
    `<system-reminder>\nCodebase and user instructions are shown below. Be sure to adhere to these instructions.\n\nContents of /repo/CLAUDE.md (project instructions, checked into the codebase):\n\n# Project rules\n${rules.join('\n')}\n</system-reminder>`,
    `<system-reminder>\nAs you answer the user's questions, you can use the following context:\n# gitStatus\nCurrent branch: topic-7\n</system-reminder>`,
    `<system-reminder>\nToday's date is 2026-11-16.\n</system-reminder>`,
    `<system-reminder>\nAttribution for git commits and pull requests you create from here on:\n- End git commit messages with:\nSigned-off-by: Robin\n</system-reminder>`,
    'Do all the steps of the task.',
  ].map((text) => ({ type: 'text', text }))
}

for (const thinks of [false, true])
  test(`rules and unseen output are in every request${thinks ? ', with thinking' : ''} (G-20, G-21)`, async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'daypack-journey-'))
    provider = await startProvider({
      window: WINDOW,
      script: ({ index }) =>
        index < STEPS
          ? {
              ...(thinks && { thinking: `On to step ${index}.` }),
              text: `Now step ${index}.`,
              calls: [{ tool: 'Bash', input: { command: `make step-${index}` } }],
            }
          : { text: 'All steps are done.' },
    })
    proxy = await startProxy(folder, provider.url, WINDOW)
    const client = new Anthropic({
      apiKey: 'sk-fake',
      baseURL: proxy.url,
      defaultHeaders: { 'x-claude-code-session-id': 'a-session' },
    })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: firstMessage() }]
    const tools = [{ name: 'Bash', description: 'Runs a command.', input_schema: { type: 'object' as const } }]
    for (let step = 0; ; step++) {
      const reply = await client.messages
        .stream({
          model: 'claude-haiku-4-5',
          max_tokens: 4_000,
          ...(thinks && { thinking: { type: 'enabled', budget_tokens: 2_000 } }),
          tools,
          messages,
        })
        .finalMessage()
      messages.push({ role: 'assistant', content: reply.content })
      const calls = reply.content.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) break
      messages.push({
        role: 'user',
        content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: output(step) })),
      })
    }

    const sent = provider.requests.map(({ body }) => JSON.stringify((body as { messages: unknown }).messages))
    const epochs = sent.filter((text, at) => at > 0 && text.length < (sent[at - 1]?.length ?? 0))
    expect(epochs.length).toBeGreaterThan(0)
    expect(provider.requests.flatMap(({ violations }) => violations)).toEqual([])
    for (const [step, text] of sent.entries()) {
      expect(new Set(text.match(/RULE-\d+:/g)).size).toBe(RULES)
      expect(text).toContain('Current branch: topic-7')
      expect(text).toContain("Today's date is 2026-11-16.")
      expect(text).toContain('Signed-off-by: Robin')
      if (step > 0)
        for (const mark of ['BEGINNING', 'MIDDLE', 'END']) expect(text).toMatch(new RegExp(`${mark}-${step - 1}\\b`))
    }
  })
