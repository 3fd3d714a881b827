// Each optional peer at the lowest and the newest version of its range: its example runs from the tarball.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check, run } from './project.mjs'

/** @typedef {'lowest' | 'newest'} End */
/** @typedef {{ host: string, peer: string, example: string, below?: string, said?: RegExp, with?: Record<End, string[]> }} Example */

/**
 * What an example needs beside the peer itself, for the lowest and for the newest version of it.
 * @type {readonly Example[]}
 */
const EXAMPLES = [
  { host: 'anthropic', peer: '@anthropic-ai/sdk', example: 'hosts/anthropic' },
  { host: 'openai', peer: 'openai', example: 'hosts/openai' },
  {
    host: 'ai-sdk',
    peer: 'ai',
    example: 'hosts/ai-sdk',
    with: { lowest: ['@ai-sdk/anthropic@4.0.1', 'zod'], newest: ['@ai-sdk/anthropic', 'zod'] },
  },
  {
    host: 'langchain',
    peer: 'langchain',
    example: 'hosts/langchain',
    with: {
      lowest: ['@langchain/core@LOWEST', '@langchain/openai@1.4.0', 'zod'],
      newest: ['@langchain/core', '@langchain/openai', 'zod'],
    },
  },
  {
    host: 'openai-agents',
    peer: '@openai/agents',
    example: 'hosts/openai-agents',
    with: { lowest: ['zod', 'openai'], newest: ['zod', 'openai'] },
  },
  {
    host: 'mastra',
    peer: '@mastra/core',
    example: 'hosts/mastra',
    with: { lowest: ['zod', '@ai-sdk/anthropic'], newest: ['zod', '@ai-sdk/anthropic'] },
  },
  {
    host: 'opentelemetry',
    peer: '@opentelemetry/api',
    example: 'telemetry',
    // The SDK for traces takes no newer one yet.
    below: '1.10.0',
    said: /prepare/,
    with: {
      lowest: ['@opentelemetry/sdk-trace-base@2.0.0', '@opentelemetry/sdk-metrics@2.0.0'],
      newest: ['@opentelemetry/sdk-trace-base@2', '@opentelemetry/sdk-metrics@2'],
    },
  },
]

/** @typedef {{ host: string, peer: string, end: End, version: string, ok: boolean }} Tried */

/**
 * @param {string} work
 * @param {import('./pack.mjs').Tarballs} tarballs
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkPeers(work, tarballs, env) {
  const { peerDependencies: ranges } = JSON.parse(
    readFileSync(path.join(root, 'packages', 'daypack', 'package.json'), 'utf8'),
  )
  const only = process.argv.slice(process.argv.indexOf('--peers') + 1)
  const lowest = (/** @type {string} */ name) => /\d+\.\d+\.\d+/.exec(ranges[name])?.[0] ?? 'latest'
  const wanted = EXAMPLES.filter(({ peer }) => only.length === 0 || only.includes(peer))
  const ends = /** @type {const} */ (['lowest', 'newest'])
  const tried = await Promise.all(wanted.flatMap((each) => ends.map((end) => attempt(each, end))))
  if (only.length === 0) writePage(tried)

  /** @param {Example} example @param {End} end @returns {Promise<Tried>} */
  async function attempt({ host, peer, example, below, said = / [1-9]\d* epochs/, with: others }, end) {
    const version =
      end === 'lowest' ? lowest(peer) : await newestOf(peer, `${ranges[peer]}${below ? ` <${below}` : ''}`, env)
    const more = (others?.[end] ?? []).map((each) =>
      each.replace(/^(.*)@LOWEST$/, (_, name) => `${name}@${lowest(name)}`),
    )
    const told = { host, peer, end, version }
    const folder = path.join(work, `${host}-${end}`)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    const packages = [tarballs['daypack'] ?? '', tarballs['daypack-testing'] ?? '', `${peer}@${version}`, ...more]
    const flags = ['install', '--no-fund', '--no-audit', '--min-release-age=0', '--loglevel=error']
    const installed = await run('npm', [...flags, ...packages], folder, env)
    const isThere = installed.code === 0
    check(`F-31: npm install daypack ${peer}@${version} ${more.join(' ')}`, isThere, installed.err.slice(0, 800))
    if (!isThere) return { ...told, ok: false }
    cpSync(path.join(root, 'examples'), path.join(folder, 'examples'), { recursive: true, filter: isOwn })
    const args = ['--disable-warning=ExperimentalWarning', `examples/${example}.ts`]
    const { code, out, err } = await run('node', args, folder, keyless(env))
    const ok = code === 0 && said.test(out)
    check(`F-31: examples/${example}.ts with ${peer}@${version}`, ok, out.slice(-800) + err.slice(0, 1_500))
    return { ...told, ok }
  }
}

/** @param {string} file */
function isOwn(file) {
  return !file.includes('node_modules')
}

const [BEGIN, END] = ['<!-- peers: made by npm run try:tarball -- --peers -->', '<!-- /peers -->']

/** @param {readonly Tried[]} tried */
function writePage(tried) {
  const file = path.join(root, 'docs', 'install.md')
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) throw new Error('docs/install.md has lost the marks around its table of peers.')
  const told = (/** @type {string} */ host, /** @type {End} */ end) => {
    const found = tried.find((each) => each.host === host && each.end === end)
    return found ? `${found.version}${found.ok ? '' : ', fails'}` : '–'
  }
  const rows = [...new Map(tried.map((each) => [each.host, each.peer]))].map(
    ([host, peer]) => `| \`daypack/hosts/${host}\` | \`${peer}\` | ${told(host, 'lowest')} | ${told(host, 'newest')} |`,
  )
  const table = ['| for | package | lowest | newest tried |', '| --- | --- | --- | --- |', ...rows].join('\n')
  writeFileSync(file, `${text.slice(0, from)}${BEGIN}\n\n${table}\n\n${text.slice(to)}`)
}

/**
 * @param {string} name
 * @param {string} range
 * @param {NodeJS.ProcessEnv} env
 */
async function newestOf(name, range, env) {
  const { out } = await run('npm', ['view', `${name}@${range}`, 'version', '--json'], root, env)
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
