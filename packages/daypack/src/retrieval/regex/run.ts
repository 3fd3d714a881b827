import type { Node } from './parse.ts'

type Step =
  | { readonly type: 'char'; readonly test: (char: string) => boolean }
  | { readonly type: 'edge'; readonly kind: '^' | '$' | 'b' | 'B' }
  | { readonly type: 'split'; ways: readonly number[] }
  | { readonly type: 'done' }

export type Program = readonly Step[]

const MAX_STEPS_IN_PROGRAM = 2_000

/** Undefined: written out it is too long, as `(x{1000}){1000}` is. */
export function compile(node: Node): Program | undefined {
  const program: Step[] = []
  try {
    emit(node, program)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  return [...program, { type: 'done' }]
}

function emit(node: Node, program: Step[]): void {
  if (program.length > MAX_STEPS_IN_PROGRAM) throw new RangeError('too long')
  switch (node.type) {
    case 'char':
    case 'edge':
      program.push(node)
      return
    case 'all':
      for (const part of node.parts) emit(part, program)
      return
    case 'any': {
      const split = { type: 'split' as const, ways: [] as number[] }
      program.push(split)
      const ends: { type: 'split'; ways: readonly number[] }[] = []
      for (const way of node.ways) {
        split.ways.push(program.length)
        emit(way, program)
        const end = { type: 'split' as const, ways: [] }
        program.push(end)
        ends.push(end)
      }
      for (const end of ends) end.ways = [program.length]
      return
    }
    case 'repeat':
      return repeat(node, program)
  }
}

function repeat({ of, least, most }: Extract<Node, { type: 'repeat' }>, program: Step[]): void {
  if (Math.max(least, most === Infinity ? 0 : most) > MAX_STEPS_IN_PROGRAM) throw new RangeError('too long')
  for (let count = 0; count < least; count++) {
    const before = program.length
    emit(of, program)
    // Nothing, however often, is nothing.
    if (program.length === before) return
  }
  if (most === Infinity) {
    const loop = { type: 'split' as const, ways: [] as readonly number[] }
    const from = program.push(loop) - 1
    emit(of, program)
    program.push({ type: 'split', ways: [from] })
    loop.ways = [from + 1, program.length]
    return
  }
  const skips: { type: 'split'; ways: readonly number[] }[] = []
  for (let count = least; count < most; count++) {
    const skip = { type: 'split' as const, ways: [] as readonly number[] }
    skips.push(skip)
    const from = program.push(skip)
    emit(of, program)
    skip.ways = [from]
  }
  for (const skip of skips) skip.ways = [...skip.ways, program.length]
}

export type Allowance = { left: number }

/** Steps ≤ (characters + 1) × program size. Undefined when the allowance ran out. */
export function search(program: Program, text: string, allowance: Allowance): boolean | undefined {
  const chars = Array.from(text)
  const seen = new Uint32Array(program.length)
  let places: number[] = []
  for (let at = 0; at <= chars.length; at++) {
    const char = chars[at]
    const open = [...places, 0]
    places = []
    const next: number[] = []
    while (open.length > 0) {
      const place = open.pop() as number
      if (seen[place] === at + 1) continue
      seen[place] = at + 1
      if (allowance.left-- <= 0) return undefined
      const step = program[place] as Program[number]
      if (step.type === 'done') return true
      if (step.type === 'split') open.push(...step.ways)
      else if (step.type === 'edge') {
        if (isEdge(step.kind, chars[at - 1], char)) open.push(place + 1)
      } else if (char !== undefined && step.test(char)) next.push(place + 1)
    }
    places = next
  }
  return false
}

function isEdge(kind: '^' | '$' | 'b' | 'B', before: string | undefined, after: string | undefined): boolean {
  if (kind === '^') return before === undefined
  if (kind === '$') return after === undefined
  return (isWord(before) !== isWord(after)) === (kind === 'b')
}

function isWord(char: string | undefined): boolean {
  // `ſ` and the Kelvin sign are letters of words where case does not matter.
  return char !== undefined && /^\w$/iu.test(char)
}
