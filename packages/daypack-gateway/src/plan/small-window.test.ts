import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { gateway, provider, start } from '../../test/each.ts'
import { clientsOf, model, tools as few } from '../../test/support.ts'

const { claude } = clientsOf(() => gateway)

const WINDOW = 32_000
const BUDGET = 31_999
const LINES = 100

const rules = Array.from({ length: 80 }, (_, n) => `- RULE-${n}: module ${n} keeps its public names stable.`).join('\n')
const first = `<system-reminder>
As you answer the user's questions, you can use the following context:
Contents of /src/CLAUDE.md (project instructions, checked into the codebase):

# Project rules
${rules}
</system-reminder>`
const manual = (n: number) => `What tool ${n} does, and when it is to be used. `.repeat(80)
const tools = [
  ...few,
  ...Array.from({ length: 20 }, (_, n) => ({
    name: `tool-${n}`,
    description: manual(n),
    input_schema: { type: 'object' as const },
  })),
]
const system = 'You help with software. '.repeat(900)
const lines = (n: number) =>
  Array.from({ length: LINES }, (_, line) => `${line}: line of /src/file-${n}.ts, which is sound`)

test('G-40: tools and instructions of seven tenths of a small window leave room for the work', async () => {
  const problems: string[] = []
  await start(
    ({ index }) => ({
      thinking: 'hm',
      text: `Step ${index}.`,
      calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }],
    }),
    { window: WINDOW, provider: { window: WINDOW }, onProblem: (problem) => problems.push(problem) },
  )
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: [first, 'Read all.'].map(textBlock) }]
  const thinking = { type: 'enabled' as const, budget_tokens: BUDGET }
  for (let n = 0; n < 20; n++) {
    const request = { model, max_tokens: BUDGET + 1, thinking, system, tools, messages }
    const { content } = await claude().messages.stream(request).finalMessage()
    messages.push({ role: 'assistant', content })
    const call = content.find((block) => block.type === 'tool_use')
    const output = lines(n).join('\n')
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: output }] })
  }
  expect(provider.requests.filter(({ status }) => status !== 200)).toEqual([])
  const budgets = provider.requests.map(({ body }) => (body['thinking'] as { budget_tokens: number }).budget_tokens)
  expect(new Set(budgets).size).toBe(1)
  expect(budgets[0]).toBeGreaterThanOrEqual(1_024)
  for (const [n, { body, promptTokens }] of provider.requests.entries()) {
    expect(Number(body['max_tokens'])).toBeGreaterThan(budgets[n] ?? Infinity)
    expect(Number(body['max_tokens']) + promptTokens).toBeLessThanOrEqual(WINDOW)
    const sent = JSON.stringify(body['messages'])
    expect(rules.split('\n').filter((rule) => !sent.includes(rule))).toEqual([])
    // Of the newest output at least the beginning and the end.
    if (n > 0) for (const line of [lines(n - 1)[0], lines(n - 1).at(-1)]) expect(sent).toContain(line)
  }
  const status = await gateway.status()
  expect(status.failedOpen).toBe(0)
  expect(problems).toEqual([])
})

const textBlock = (text: string) => ({ type: 'text' as const, text })
