import type { Piece } from './elements.ts'
import type { Voice } from '../../../dialects/dialect.ts'
import { DIALECTS, listOf } from '../../../dialects/dialects.ts'
import type { Said } from './speech.ts'

/** Elements by which hosts wrap what they add to the user's messages. */
const ELEMENTS: ReadonlyMap<string, Voice> = new Map(
  DIALECTS.toReversed().flatMap(({ elements = {} }) =>
    Object.entries(elements).flatMap(([voice, names]) => names.map((name) => [name, voice as Voice] as const)),
  ),
)
/** Where one of these stands, the text around it is the host's. */
const ASKS = new Set(listOf('asks'))

/** Whose words an element holds. Names nobody knows are text that was put in: quoted, no wish. */
export function voiceOfElement({ name = '', text }: Piece): { said: Said; asks: boolean } | undefined {
  const inner = text.trim()
  const say = (said: Said): { said: Said; asks: boolean } => ({ said, asks: ASKS.has(name) })
  if (name === 'command-name') return say({ by: 'command', text: inner.startsWith('/') ? inner : `/${inner}` })
  if (name === 'command-args') return say({ by: 'command', text: inner, label: 'args' })
  if (name === 'command-message') return say({ by: 'host', text: '' })
  if (name === 'bash-input') return say({ by: 'command', text: `! ${inner}` })
  const voice = ELEMENTS.get(name)
  if (voice === 'user') return say({ by: 'user', text: inner })
  if (voice === 'output') return say({ by: 'output', text: inner, label: summaryOf(inner) ?? name })
  return say({ by: voice ?? 'pasted', text: inner, label: name })
}

/** Notifications say in an element of their own what they are about. */
function summaryOf(text: string): string | undefined {
  return /<summary>([^<]{1,300})<\/summary>/.exec(text.slice(0, 3000))?.[1]?.trim()
}

/** Whole texts that hosts write in the user's name, mostly told by how they begin. */
const FORMS = DIALECTS.flatMap(({ texts = [] }) =>
  texts.map(({ by, form, ...label }) => ({ voice: by as Voice, form: new RegExp(form, 'i'), ...label })),
)

export function voiceOfText(text: string): Said | undefined {
  const trimmed = text.trim()
  const known = FORMS.find(({ form }) => form.test(trimmed))
  if (!known) return undefined
  const label = known.label ?? (known.voice === 'skill' ? skillName(trimmed) : undefined)
  return { by: known.voice, text: trimmed, ...(label !== undefined && { label }) }
}

function skillName(text: string): string | undefined {
  const head = text.slice(0, 2000)
  return (
    /^Base directory for this skill: *(?:\S*\/)?([^/\s]+)\/?\s*$/m.exec(head)?.[1] ??
    /^name: *(\S[^\n]{0,100})$/m.exec(head)?.[1]
  )
}

/** The text a command or a skill brought along, and templates nobody filled in. */
export function loadedText(text: string, loader: string | undefined): Said | undefined {
  if (loader !== undefined) return { by: 'skill', text, label: loader }
  return isTemplate(text) ? { by: 'skill', text, label: 'template' } : undefined
}

const PLACEHOLDER =
  /(?<![$\w`{])(?:\{\{? ?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+ ?\}?\}|\{\{ ?[a-zA-Z_.]{2,40} ?\}\}|\$ARGUMENTS\b|<[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+>)(?![`\w])/g
/** A sentence may speak of a placeholder; a template is a text with headings or lists that has some. */
const LEAST_TEMPLATE = 200

function isTemplate(text: string): boolean {
  if (text.length < LEAST_TEMPLATE || !/^(?:#{1,6} |[-*] |\*\*|\d+\. )/m.test(text)) return false
  const found = new Set(text.slice(0, 20_000).match(PLACEHOLDER) ?? [])
  return found.size >= 2 || (found.size === 1 && /^[^\n]{0,80}(?:\}|\$ARGUMENTS|>)\s*$/m.test(text))
}
