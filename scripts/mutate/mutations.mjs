// Small changes of a source file, each of which a test should notice.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * `form`: what stands there, an expression, the name of a member or a statement.
 * @typedef {'expression' | 'member' | 'statement'} Form
 * `isSize`: the number of a constant that has a name at the top of its file.
 * @typedef {{ file: string, from: number, to: number, by: string, was: string, line: number, form: Form, isSize: boolean }} Mutation
 */

/**
 * Every change that can be made in the files of a folder, or in one file.
 * @param {string} folder
 * @returns {Mutation[]}
 */
export function mutationsIn(folder) {
  if (folder.endsWith('.ts')) return mutationsOf(folder)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
    .flatMap((name) => mutationsOf(path.join(folder, name)))
}

/** @param {string} file @returns {Mutation[]} */
function mutationsOf(file) {
  const text = readFileSync(file, 'utf8')
  /** @type {Mutation[]} */
  const found = []
  const { program } = parseSync(file, text)
  const constants = constantsIn(program)
  visit(program, (node) => {
    const isSize =
      typeof node.value === 'number' && constants.some(({ start, end }) => start <= node.start && node.end <= end)
    for (const { from, to, by, form = 'expression' } of changesOf(node, text)) {
      const was = text.slice(from, to)
      const line = text.slice(0, from).split('\n').length
      if (was !== by) found.push({ file, from, to, by, was, line, form, isSize })
    }
  })
  return found
}

/** The values of constants that are named in capitals at the top of a file. @param {any} program @returns {{ start: number, end: number }[]} */
function constantsIn({ body }) {
  return body
    .map((/** @type {any} */ one) => one.declaration ?? one)
    .filter((/** @type {any} */ one) => one.type === 'VariableDeclaration')
    .flatMap((/** @type {any} */ one) => one.declarations)
    .filter((/** @type {any} */ one) => /^[A-Z][A-Z0-9_]*$/.test(one.id.name ?? ''))
    .flatMap((/** @type {any} */ one) => one.init ?? [])
}

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
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}
/** @type {Record<string, string>} */
const OTHER = { min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor' }

/**
 * The changes of one node: an operator turned, a condition taken as met or not, a number moved, a flag flipped, a call for
 * its effect left out.
 * @param {any} node @param {string} text
 * @returns {{ from: number, to: number, by: string, form?: Form }[]}
 */
function changesOf(node, text) {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const by = TURNED[node.operator]
      if (by === undefined) return []
      // In brackets: `a ?? b || c` cannot be written.
      const [left, right] = [text.slice(node.left.start, node.left.end), text.slice(node.right.start, node.right.end)]
      return [{ from: node.start, to: node.end, by: `((${left}) ${by} (${right}))` }]
    }
    case 'UnaryExpression':
      return node.operator === '!'
        ? [{ from: node.start, to: node.end, by: `!!(${text.slice(node.argument.start, node.argument.end)})` }]
        : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((by) => ({ from: node.test.start, to: node.test.end, by }))
    case 'Literal':
      if (typeof node.value === 'boolean') return [{ from: node.start, to: node.end, by: String(!node.value) }]
      if (typeof node.value === 'number')
        return [{ from: node.start, to: node.end, by: String(node.value > 1 ? node.value * 2 : 1 - node.value) }]
      return []
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression'
        ? [{ from: node.start, to: node.end, by: ';', form: 'statement' }]
        : []
    case 'MemberExpression': {
      const by = !node.computed && Object.hasOwn(OTHER, node.property.name) && OTHER[node.property.name]
      return by ? [{ from: node.property.start, to: node.property.end, by, form: 'member' }] : []
    }
    default:
      return []
  }
}

/** @param {any} node @param {(node: any) => void} see */
function visit(node, see) {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach((one) => visit(one, see))
  if (typeof node.type === 'string') {
    // Types are gone when it runs; the expression inside `as` is not.
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return
    see(node)
  }
  for (const [name, value] of Object.entries(node)) if (name !== 'typeAnnotation') visit(value, see)
}

/**
 * So many of them, drawn with a fixed seed: the same every time while the code is the same.
 * @param {readonly Mutation[]} list @param {number} most @param {number} seed
 * @returns {Mutation[]}
 */
export function sample(list, most, seed) {
  let state = seed
  const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32
  const drawn = list.map((mutation) => ({ mutation, at: random() })).toSorted((a, b) => a.at - b.at)
  return drawn
    .slice(0, most)
    .map(({ mutation }) => mutation)
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.from - b.from))
}
