// examples/team-proxy as it is written down, without the container: its command starts, its health check holds, and the two
// people of its team file get through with the key that only the proxy has.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { startProvider } from 'daypack-testing'
import { expect, onTestFinished, test } from 'vitest'
import { proxyAddress } from './load/proxy-address.ts'
import { DAYPACK, project } from './run.ts'

const EXAMPLE = path.join(import.meta.dirname, '../../../examples/team-proxy')
const compose = readFileSync(path.join(EXAMPLE, 'compose.yaml'), 'utf8')
const VARIABLES = { ANN_TOKEN: 'token-of-ann-0123', BOB_TOKEN: 'token-of-bob-0123', ANTHROPIC_API_KEY: 'sk-held' }

/** The words of `command: >-`, with what compose and the volumes would put in. */
function commandOf(dir: string): string[] {
  const [, folded = ''] = /\n {4}command: >-\n((?: {6}.*\n)+)/.exec(compose) ?? []
  const places: Record<string, string> = {
    '/config/team.json': path.join(EXAMPLE, 'team.json'),
    '/home/node/workspace': dir,
    '4141': '0',
  }
  const words = folded
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    .trim()
    .split(/\s+/)
  return words.map((word) => places[word] ?? word)
}

test('the command of compose.yaml serves the team of team.json, and its health check holds', async () => {
  const at = project()
  const provider = await startProvider({ script: () => ({ text: 'ok' }) })
  const [npx, yes, program, ...args] = commandOf(at.dir)
  expect([npx, yes, program]).toEqual(['npx', '--yes', 'daypack-cli'])
  const [node = '', ...first] = DAYPACK
  const env = { ...at.env, ...VARIABLES, ANTHROPIC_BASE_URL: provider.url }
  const proxy = spawn(node, [...first, ...args], { cwd: at.dir, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(proxy, 'close')
  onTestFinished(async () => {
    proxy.kill('SIGKILL')
    await provider.close()
    at.remove()
  })
  const url = await proxyAddress(proxy)
  expect(compose).toContain(`- '4141:4141'`)
  const [, check = ''] = /\n {10}'(fetch\(.*\))',\n/.exec(compose) ?? []
  execFileSync(node, ['-e', check.replace('127.0.0.1:4141', new URL(url).host)])
  expect(() =>
    execFileSync(node, ['-e', check.replace('127.0.0.1:4141', '127.0.0.1:1')], { stdio: 'ignore' }),
  ).toThrow()

  for (const token of [VARIABLES.ANN_TOKEN, VARIABLES.BOB_TOKEN]) {
    const client = new Anthropic({ apiKey: 'their-own', baseURL: `${url}/t/${token}`, maxRetries: 0 })
    const { content } = await client.messages.create({
      model: 'claude-opus-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(content).toMatchObject([{ text: 'ok' }])
  }
  expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['sk-held', 'sk-held'])
  const people = readFileSync(path.join(at.dir, 'audit.jsonl'), 'utf8').match(/"person":"\w+"/g)
  expect(people).toEqual(['"person":"ann"', '"person":"bob"'])
  // As `docker compose down` stops it.
  proxy.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
