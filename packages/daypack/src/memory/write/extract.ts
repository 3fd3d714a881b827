import type { Json } from '../../model/json.ts'
import type { Heard } from '../trust/lineage.ts'
import { leastTrusted, type Provenance } from '../trust/provenance.ts'
import { normalForm } from '../trust/terms.ts'
import type { Item, ItemKind } from './item.ts'
import { type Attempt, ERROR_LINE, type Speech } from './speech.ts'

const MAX_ITEMS = 20
const MIN_CHARS = 4
const MAX_CHARS = 300
/** A fix is looked for this many calls after the failure. */
const FIX_WITHIN = 8

/** What is worth keeping of a stretch of a log, found by its wording: used when no model is at hand. `before`: what came earlier. */
export function extract(speech: Speech, before: Provenance = 'model'): Item[] {
  const found: Item[] = []
  const seen = new Set<string>()
  for (const item of [...statements(speech.heard, before), ...lessons(speech.attempts)]) {
    const key = normalForm(item.text)
    if (seen.has(key)) continue
    seen.add(key)
    found.push(item)
  }
  return found.slice(0, MAX_ITEMS)
}

/** In this order: the first that fits names the kind. */
export const USER_PATTERNS: readonly (readonly [ItemKind, RegExp])[] = [
  [
    'Decision',
    /\b(?:decided|we agreed|settled on|(?:let'?s|we(?:'ll| will)?|i(?:'ll| will)) (?:go with|switch|stick (?:with|to)|move to|adopt|replace)|replace \S+ (?:with|by)|switch(?:ed|ing)? (?:from|to|over)|migrat(?:e|ed|ing) (?:from|to)|chose|we are going with|the decision is)\b|决定|改用|选用|采用|换成|替换(?:为|成)|就用|定了/i,
  ],
  [
    'Preference',
    /\b(?:i|we) (?:really |also |strongly |usually |generally )?(?:prefer|like|love|hate|dislike|always|never|don'?t like|can'?t stand|don'?t want|would rather)\b|\bfrom now on\b|\bgoing forward\b|\bmy (?:favou?rite|preferred)\b|^(?:please |and |but |so )*(?:always|never|do not|don'?t|avoid|stick to|use \S+ instead)\b|\buse \S+,? not \S+|\binstead of\b|我们?(?:更|比较|很|还是)?(?:喜欢|偏好|偏爱|习惯|讨厌|不喜欢)|始终|总是|一律|务必|以后(?:都|请|要|不要|别)|今后|(?:^|[，,。])请?(?:不要|别)/i,
  ],
  [
    'Fact',
    /\bmy (?:\w+ ){0,2}(?:is|are|was)\b|\bi(?:'m| am) (?:a|an|the|from|based|in|working|allergic|vegetarian|vegan|called|\d)\b|\bi (?:work|live|study|own|speak|was born|grew up|moved)\b|\bcall me\b|\bi have (?:a|an|two|three|\d)\b|\b(?:we|our (?:\w+ ){0,2}\w+) (?:use|uses|run|runs|deploy|deploys|host|hosts|is|are) |\b(?:the|this) (?:project|repo|app|team|company|service|database|server|api) (?:is|uses|runs|lives|has)\b|\b(?:remember|keep in mind|note that|don'?t forget|for the record)\b|我(?:叫|是|住在|姓|来自|有一?[个只]|今年|在.{1,12}(?:工作|上班))|我们?的.{1,10}(?:是|叫|在)|我们(?:使用|用的是|部署在)|记住|记得|记一下|别忘/i,
  ],
]
const MODEL_DECISION =
  /\b(?:decided (?:to|on|against)|chose \S.* (?:over|instead of|because)|settled on|the (?:root cause|fix) (?:is|was)|turned out)\b|决定(?:用|采用|不)|根本原因|原因是/i
const QUESTION =
  /[?？]\s*$|^(?:what|why|how|when|where|who|which|can|could|would|should|do|does|did|is|are|was|were|will)\b(?!.*[.!])|^(?:请问|为什么|怎么|什么|如何|能不能|可以)|吗[？?]?$/i

function statements(heard: readonly Heard[], before: Provenance): Item[] {
  const items: Item[] = []
  const lineage = new Set<Provenance>([before])
  for (const said of heard) {
    lineage.add(said.by)
    if (said.by !== 'user' && said.by !== 'model') continue
    for (const sentence of sentences(said.text)) {
      if (said.by === 'user') {
        const kind = QUESTION.test(sentence)
          ? undefined
          : USER_PATTERNS.find(([, pattern]) => pattern.test(sentence))?.[0]
        if (kind !== undefined) items.push({ kind, text: withoutLeadIn(sentence), by: 'user', seqs: [said.seq] })
      } else if (MODEL_DECISION.test(sentence) && !QUESTION.test(sentence)) {
        const by = leastTrusted(['model', ...[...lineage].filter((each) => each !== 'user')])
        items.push({ kind: 'Decision', text: sentence, by, seqs: [said.seq] })
      }
    }
  }
  return items
}

const LEAD_IN =
  /^(?:(?:please|also|and|so),? )*(?:remember|note|keep in mind|don'?t forget|for the record)(?: that|[:,])+\s+|^请?(?:记住|记得|记一下|别忘了?)[：:，,\s]*/i

/** `Please remember that I like tea` says that I like tea. */
function withoutLeadIn(sentence: string): string {
  const rest = sentence.replace(LEAD_IN, '')
  return rest.length >= MIN_CHARS ? rest : sentence
}

export function sentences(text: string): string[] {
  return text
    .replace(/`{3,}[\s\S]*?(?:`{3,}|$)/g, '\n')
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？；])/)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s*/, '').trim())
    .filter((sentence) => sentence.length >= MIN_CHARS && sentence.length <= MAX_CHARS)
}

/** A call that failed, and a later one of the same kind that did not: what failed, why, what fixed it. */
function lessons(attempts: readonly Attempt[]): Item[] {
  const items: Item[] = []
  attempts.forEach((failed, index) => {
    if (!failed.failed) return
    const next = attempts.slice(index + 1, index + 1 + FIX_WITHIN)
    const fix = next.find((each) => !each.failed && each.tool === failed.tool && akin(failed.input, each.input))
    if (fix === undefined) return
    const text = `${shown(failed)} failed: ${reason(failed.output)}. What worked: ${shown(fix)}`
    items.push({ kind: 'Lesson', text, by: 'tool', seqs: [failed.seq, fix.seq] })
  })
  return items
}

/** Different calls for the same thing: same program or file, not the same input. */
function akin(a: Json, b: Json): boolean {
  const [left, right] = [inputText(a), inputText(b)]
  if (left === right) return false
  const words = new Set(left.split(/[\s"':,{}[\]]+/).filter((word) => word.length > 2))
  const others = right.split(/[\s"':,{}[\]]+/).filter((word) => word.length > 2)
  return others.some((word) => words.has(word))
}

function shown({ tool, input }: Attempt): string {
  const text = inputText(input).replaceAll('`', "'").replace(/\s+/g, ' ')
  return `${tool} \`${text.length > 120 ? `${text.slice(0, 119)}…` : text}\``
}

function inputText(input: Json): string {
  if (typeof input === 'string') return input
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input)
  const fields = input as { readonly [key: string]: Json }
  for (const name of ['command', 'cmd', 'script', 'query', 'path', 'file_path', 'url']) {
    const value = fields[name]
    if (typeof value === 'string') return value
  }
  return JSON.stringify(input)
}

function reason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const line = lines.find((each) => ERROR_LINE.test(each)) ?? lines.at(-1) ?? 'no output'
  return line.length > 160 ? `${line.slice(0, 159)}…` : line.replace(/\.$/, '')
}
