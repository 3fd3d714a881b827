import { fenced } from '../view/frame.ts'
import { definitionsOf, indent, type Definition } from './definitions.ts'
import { isSure, type FileModel } from './known.ts'
import { linesIn, standing } from './standing.ts'

/** Something that was read and spoken of: how it is shown, and what that is worth per character. */
export type Consultable = { readonly definition: Definition; readonly text: string; readonly value: number }

/** A few lines hardly say what a function does. */
const TELLING_LINES = 10

function size(text: string): number {
  return Math.min(1, text.split('\n').length / TELLING_LINES)
}

/** Of one name no more than this many definitions: a name everybody defines says little. */
const MOST_ALIKE = 3
const LEAST_LINES = 3

/**
 * Functions and types that were read and then spoken of, best first: what they do stands nowhere but in the file. `weight`
 * says how much a name was spoken of; 0: not at all.
 */
export function candidates(model: FileModel, weight: (name: string) => number): Consultable[] {
  const found: Consultable[] = []
  for (const file of model.files.values()) {
    if (file.rev !== undefined) continue
    for (const definition of definitionsOf(file, (name) => weight(name) > 0)) {
      const text = condensed(definition)
      if (text.split('\n').length < LEAST_LINES) continue
      found.push({ definition, text, value: (weight(definition.name) * size(text)) / Math.sqrt(text.length + FRAME) })
    }
  }
  const alike = Map.groupBy(found, ({ definition }) => definition.name)
  return found
    .filter(({ definition }) => (alike.get(definition.name)?.length ?? 0) <= MOST_ALIKE)
    .sort((one, other) => other.value - one.value)
}

/** The best that fit into `maxChars` and do not stand in `shown` anyway, in the order of the files. */
export function consulted(model: FileModel, from: readonly Consultable[], maxChars: number, shown: string): string {
  const inView = linesIn(shown)
  let left = maxChars
  const taken: Consultable[] = []
  for (const one of from) {
    const cost = one.text.length + FRAME + one.definition.file.path.length
    if (cost > left || stands(one.definition, inView)) continue
    taken.push(one)
    left -= cost
  }
  const order = new Map([...model.files.values()].map((file, at) => [file, at]))
  const place = ({ definition }: Consultable): number => order.get(definition.file) ?? 0
  return taken
    .sort((one, other) => place(one) - place(other) || one.definition.from - other.definition.from)
    .map((one) => element(model, one))
    .join('\n')
}

const FRAME = 60

function element(model: FileModel, { definition: { file, from, lines }, text }: Consultable): string {
  const at = lines.reduce((latest, line) => Math.max(latest, line.shown), 0)
  const doubt = lines.every((line) => isSure(model, file, line)) ? '' : ', may have changed since'
  const note = `as seen at [${model.seqs[at] ?? at + 1}]${doubt}`
  return fenced('code', { path: file.path, lines: `${from}-${from + lines.length - 1}`, note }, text)
}

/** So much of it in view is enough: the same twice, once with gaps, confuses. */
const STANDS = 0.4

function stands({ lines }: Definition, shown: ReadonlySet<string>): boolean {
  return (
    standing(
      lines.map((line) => line.text),
      (line) => shown.has(line.trim()),
    ) > STANDS
  )
}

/** Without blank lines, lines that only close something, and errors that are only handed on. */
function condensed({ lines }: Definition): string {
  const texts = lines.map((line) => line.text).filter((text) => !/^[\s)}\];,{]*(?:end)?;?$/.test(text))
  const telling = texts.filter(
    (text, at) => !(isGuard(text) && isHandedOn(texts[at + 1])) && !(isHandedOn(text) && isGuard(texts[at - 1])),
  )
  const least = Math.min(...telling.map((text) => indent(text)))
  return telling.map((text) => ' '.repeat(Math.min(8, depth(text.slice(least)))) + text.trim()).join('\n')
}

function isGuard(text = ''): boolean {
  return /^\s*if (?:err|e|error) != nil \{$/.test(text)
}

function isHandedOn(text = ''): boolean {
  return /^\s*return (?:.*, )?(?:err|fmt\.Errorf\(.*\b(?:err|e)\))(?: \/\/.*)?$/.test(text)
}

function depth(text: string): number {
  let depth = 0
  for (const char of /^\s*/.exec(text)?.[0] ?? '') depth += char === '\t' ? 1 : 0.5
  return Math.floor(depth)
}
