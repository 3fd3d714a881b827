import type { Heard } from '../trust/lineage.ts'
import { leastTrusted, type Provenance } from '../trust/provenance.ts'
import { normalForm } from '../trust/terms.ts'
import type { Item, ItemKind } from './item.ts'
import { lessons } from './lessons.ts'
import type { Speech } from './speech.ts'

const MAX_ITEMS = 20
const MIN_CHARS = 4
const MAX_CHARS = 300

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
    /\b(?:decided (?:to|on|against|that)|we agreed|settled on|the decision is|(?:let'?s|we(?:'ll| will| are going to)|i(?:'ll| will)) (?:also )?(?:go with|use|switch|stick (?:with|to)|move (?:to|from)|adopt|replace|migrate)|(?:we|i)(?:'ve| have)? (?:switched|moved|migrated|chose|picked) |^(?:please |now )?(?:replace \S+ (?:with|by)|switch(?:ed)? (?:from|to)|migrate (?:from|to)))|决定|改用|选用|采用|换成|替换(?:为|成)|就用|定了/i,
  ],
  [
    'Preference',
    /\b(?:i|we) (?:really |also |strongly |usually |generally |much )?(?:prefer|like|love|hate|dislike|always|never|don'?t like|can'?t stand|would (?:rather|prefer))\b(?! (?:the|these|this|that|those|your|how|it|best|option|your)\b)|\bfrom now on\b|\bgoing forward\b|\bmy (?:favou?rite|preferred)\b|^(?:please |and |but |so )*(?:always|never)\b|\b(?:don'?t|do not) ever\b|\bnever again\b|\buse \S+ instead of \S+|\buse \S+,? not \S+|我们?(?:更|比较|很|还是)?(?:喜欢|偏好|偏爱|习惯|讨厌|不喜欢)|始终|总是|一律|务必|以后(?:都|请|要|不要|别)|今后/i,
  ],
  [
    'Fact',
    /\bmy (?:\w+ ){1,3}(?:is|are)\b|\bi(?:'m| am) (?:an? (?!bit\b|little\b|lot\b|big fan\b)\w+|from|based|working (?:at|for|on)|allergic|vegetarian|vegan|called|\d+)\b|\bi(?:'ve| have) been (?:working|living|learning|studying|playing|training|using|taking|married|diagnosed)\b|\bi (?:just |recently |finally )?(?:bought|adopted|joined|graduated|started (?:a|at|my|working|learning)|got (?:married|engaged|promoted|a new))\b|\bi (?:work|live|study|speak|was born|grew up|moved to)\b|\bcall me\b|\bi have (?:an?|two|three|four|\d+) (?!lot\b|bit\b|good\b|few\b|question|problem|feeling|idea)\w+|\b(?:we|our (?:\w+ ){0,2}\w+) (?:use|uses|run on|runs on|deploy|deploys|host|hosts|is called|are called|is|are) |\b(?:the|this) (?:project|repo|app|team|company|service|database|server|api) (?:is|uses|runs|lives)\b|^(?:please |also |and )*(?:remember|keep in mind|note|don'?t forget)(?: that\b|[:,])|\bplease remember\b|\bfor the record\b|我(?:叫|是|住在|姓|来自|有一?[个只]|今年|在.{1,12}(?:工作|上班))|我们?的.{1,10}(?:是|叫|在)|我们(?:使用|用的是|部署在)|记住|记得|记一下|别忘/i,
  ],
]
const MODEL_DECISION =
  /\b(?:(?:i|we)(?:'ve| have)? (?:decided (?:to|on|against)|settled on|chose )|the root cause (?:is|was) (?:\S+ ){2})|决定(?:用|采用|不)|根本原因是/i
const QUESTION =
  /[?？]\s*$|^(?:so |and |but |ok,? |hey,? )*(?:what|why|how|when|where|who|which|(?:can|could|would|should|shall|do|does|did|is|are|was|were|will|have|has) (?:i|we|you|it|they|this|that|there|the)\b)|^(?:请问|为什么|怎么|什么|如何|能不能|可以)|吗[？?]?$/i
/** A heading of what follows, a condition, or a comparison with the wrong way of things: not a statement of its own. */
const FRAGMENT =
  /[:：]$|^(?:if|when|once|but once|that'?s (?:a good|great)|make it|revise|rewrite|for example|e\.g\.|instead of|unless)\b|^(?:如果|比如|例如)/i

function statements(heard: readonly Heard[], before: Provenance): Item[] {
  const items: Item[] = []
  const lineage = new Set<Provenance>([before])
  for (const said of heard) {
    lineage.add(said.by)
    if (said.by !== 'user' && said.by !== 'model') continue
    for (const sentence of sentences(said.text)) {
      if (said.by === 'user') {
        const kind = isStatement(sentence)
          ? USER_PATTERNS.find(([, pattern]) => pattern.test(sentence))?.[0]
          : undefined
        if (kind !== undefined) items.push({ kind, text: withoutLeadIn(sentence), by: 'user', seqs: [said.seq] })
      } else if (MODEL_DECISION.test(sentence) && isStatement(sentence)) {
        const by = leastTrusted(['model', ...[...lineage].filter((each) => each !== 'user')])
        items.push({ kind: 'Decision', text: sentence, by, seqs: [said.seq] })
      }
    }
  }
  return items
}

function isStatement(sentence: string): boolean {
  return !QUESTION.test(sentence) && !FRAGMENT.test(sentence)
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
