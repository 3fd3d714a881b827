// Each optional peer at the lowest and the newest version of its range: its example runs from the tarball.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check, run } from './project.mjs'

/** What an example needs beside the peer itself, for the lowest and for the newest version of it. */
const EXAMPLES = [
  { peer: '@anthropic-ai/sdk', example: 'anthropic' },
  { peer: 'openai', example: 'openai' },
  {
    peer: 'ai',
    example: 'ai-sdk',
    with: { lowest: ['@ai-sdk/anthropic@4.0.1', 'zod'], newest: ['@ai-sdk/anthropic', 'zod'] },
  },
  {
    peer: 'langchain',
    example: 'langchain',
    with: {
      lowest: ['@langchain/core@LOWEST', '@langchain/openai@1.4.0', 'zod'],
      newest: ['@langchain/core', '@langchain/openai', 'zod'],
    },
  },
  { peer: '@openai/agents', example: 'openai-agents', with: { lowest: ['zod', 'openai'], newest: ['zod', 'openai'] } },
  {
    peer: '@mastra/core',
    example: 'mastra',
    with: { lowest: ['zod', '@ai-sdk/anthropic'], newest: ['zod', '@ai-sdk/anthropic'] },
  },
]

/**
 * @param {string} work
 * @param {import('./pack.mjs').Tarballs} tarballs
 * @param {NodeJS.ProcessEnv} env
 */
export function checkPeers(work, tarballs, env) {
  const { peerDependencies: ranges } = JSON.parse(
    readFileSync(path.join(root, 'packages', 'daypack', 'package.json'), 'utf8'),
  )
  const only = process.argv.slice(process.argv.indexOf('--peers') + 1)
  for (const { peer, example, with: others } of EXAMPLES) {
    if (only.length > 0 && !only.includes(peer)) continue
    for (const end of /** @type {const} */ (['lowest', 'newest'])) {
      const lowest = (/** @type {string} */ name) => /\d+\.\d+\.\d+/.exec(ranges[name])?.[0] ?? 'latest'
      const version = end === 'lowest' ? lowest(peer) : newestOf(peer, ranges[peer], env)
      const more = (others?.[end] ?? []).map((each) =>
        each.replace(/^(.*)@LOWEST$/, (_, name) => `${name}@${lowest(name)}`),
      )
      const folder = path.join(work, `${example}-${end}`)
      mkdirSync(folder)
      writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
      const packages = [tarballs.daypack, `${peer}@${version}`, ...more]
      const flags = ['install', '--no-fund', '--no-audit', '--min-release-age=0', '--loglevel=error']
      const installed = run('npm', [...flags, ...packages], folder, env)
      check(
        `F-31: npm install daypack ${peer}@${version} ${more.join(' ')}`,
        installed.code === 0,
        installed.err.slice(0, 800),
      )
      if (installed.code !== 0) continue
      cpSync(path.join(root, 'examples', 'hosts'), path.join(folder, 'hosts'), { recursive: true })
      const { code, out, err } = run(
        'node',
        ['--disable-warning=ExperimentalWarning', `hosts/${example}.ts`],
        folder,
        keyless(env),
      )
      check(
        `F-31: examples/hosts/${example}.ts with ${peer}@${version}`,
        code === 0 && / [1-9]\d* epochs/.test(out),
        out + err.slice(0, 1_500),
      )
    }
  }
}

/**
 * @param {string} name
 * @param {string} range
 * @param {NodeJS.ProcessEnv} env
 */
function newestOf(name, range, env) {
  const { out } = run('npm', ['view', `${name}@${range}`, 'version', '--json'], root, env)
  const found = JSON.parse(out || '"latest"')
  return Array.isArray(found)
    ? found.toSorted((a, b) => (a < b ? -1 : 1) && a.localeCompare(b, 'en', { numeric: true })).at(-1)
    : found
}

/**
 * Without a key an example asks the scripted provider.
 * @param {NodeJS.ProcessEnv} env
 */
function keyless(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_API_KEY')))
}
