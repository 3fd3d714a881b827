// `npm run mutate [-- --most 200] [--only plan,passes]`: small changes of the code, one at a time; the tests beside it must
// notice. Prints the share that was noticed by folder, and every change that was not. Changes nothing for good.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'oxc-parser'
import { childEnv, root, setup } from './setup.mjs'

const { values } = parseArgs({
  options: { most: { type: 'string', default: '200' }, only: { type: 'string' }, json: { type: 'string' } },
})
const SRC = 'packages/daypack/src'
const ENGINE = ['packages/daypack/test/engine']
/**
 * Folders and the tests that answer for them, besides those that stand in them.
 * @type {Record<string, string[]>}
 */
const FOLDERS = {
  log: [...ENGINE],
  view: [...ENGINE],
  plan: [...ENGINE],
  passes: [`${SRC}/presets`],
  tokens: [`${SRC}/plan`],
  wire: ['packages/daypack/test/wire'],
  codecs: ['packages/daypack/test/wire'],
  'memory/trust': [],
  'drivers/files': [],
}
const node = setup()
const wanted = values.only?.split(',') ?? Object.keys(FOLDERS)
const each = Math.max(1, Math.ceil(Number(values.most) / wanted.length))
/** @typedef {{ file: string, from: number, to: number, by: string, was: string, line: number }} Mutation */
/** @type {string[]} */
const survivors = []
/** @type {Record<string, { mutations: number, noticed: number }>} */
const scores = {}

for (const folder of wanted) {
  const mutations = sample(mutationsIn(folder), each)
  let noticed = 0
  for (const { file, from, to, by, was, line } of mutations) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, from) + by + text.slice(to))
    try {
      if (fails(folder)) noticed++
      else survivors.push(`${path.relative(root, file)}:${line}  ${was} → ${by}`)
    } finally {
      writeFileSync(file, text)
    }
  }
  scores[folder] = { mutations: mutations.length, noticed }
  console.log(`${folder}: ${noticed} of ${mutations.length} noticed`)
}
for (const survivor of survivors) console.log(`  not noticed: ${survivor}`)
let [all, seen] = [0, 0]
for (const { mutations, noticed } of Object.values(scores)) {
  all += mutations
  seen += noticed
}
console.log(`${seen} of ${all} changes noticed (${Math.round((100 * seen) / Math.max(1, all))} %)`)
if (values.json) writeFileSync(values.json, `${JSON.stringify({ scores, survivors }, undefined, 2)}\n`)

/** Do the tests of a folder fail now? @param {string} folder */
function fails(folder) {
  const tests = [`${SRC}/${folder}`, ...(FOLDERS[folder] ?? [])]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...tests]
  const child = spawnSync(node, args, {
    cwd: root,
    env: { ...childEnv(node), DAYPACK_RUNS: '30', DAYPACK_QUICK: '1' },
    timeout: 120_000,
  })
  return child.status !== 0
}

/** Every change that can be made in the files of a folder. @param {string} folder @returns {Mutation[]} */
function mutationsIn(folder) {
  const base = path.join(root, SRC, folder)
  if (!existsSync(base)) return []
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const file = path.join(base, name)
      const text = readFileSync(file, 'utf8')
      /** @type {Mutation[]} */
      const found = []
      visit(parseSync(name, text).program, (node) => {
        const by = mutationOf(node, text)
        if (by)
          found.push({ file, ...by, was: text.slice(by.from, by.to), line: text.slice(0, by.from).split('\n').length })
      })
      return found
    })
}

/**
 * One change for a node: a comparison turned, a condition negated, a number moved, a flag flipped.
 * @param {any} node @param {string} text
 */
function mutationOf(node, text) {
  /** @type {Record<string, string>} */
  const TURNED = {
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
    '*': '/',
  }
  if ((node.type === 'BinaryExpression' || node.type === 'LogicalExpression') && TURNED[node.operator]) {
    const at = text.indexOf(node.operator, node.left.end)
    return { from: at, to: at + node.operator.length, by: TURNED[node.operator] ?? '' }
  }
  if (node.type === 'Literal' && typeof node.value === 'number' && node.value > 1)
    return { from: node.start, to: node.end, by: String(node.value * 2) }
  if (node.type === 'Literal' && typeof node.value === 'boolean')
    return { from: node.start, to: node.end, by: String(!node.value) }
  return undefined
}

/** @param {any} node @param {(node: any) => void} see */
function visit(node, see) {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach((one) => visit(one, see))
  if (typeof node.type === 'string') {
    if (node.type.startsWith('TS')) return
    see(node)
  }
  for (const value of Object.values(node)) visit(value, see)
}

/** So many of them, spread evenly; the same every time. @param {Mutation[]} list @param {number} most @returns {Mutation[]} */
function sample(list, most) {
  const step = Math.max(1, list.length / most)
  return Array.from(
    { length: Math.min(most, list.length) },
    (_, at) => /** @type {Mutation} */ (list[Math.floor(at * step)]),
  )
}
