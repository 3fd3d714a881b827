import type { Voice } from '../dialects/dialect.ts'
import { DIALECTS, listOf } from '../dialects/dialects.ts'
import type { Piece } from './elements.ts'
import type { Said } from './speech.ts'

/** Elements by which hosts wrap what they add to the user's messages. */
const ELEMENTS: ReadonlyMap<string, Voice> = new Map(
  DIALECTS.toReversed().flatMap(({ elements = {} }) =>
    Object.entries(elements).flatMap(([voice, names]) => names.map((name) => [name, voice as Voice] as const)),
  ),
)
/** If one of these is present, the text around it is the host's. */
const ASKS = new Set(listOf('asks'))

/** Whose words an element holds; undefined for text outside elements. Unknown elements count as pasted text, not as a request. */
export function voiceOfElement({ name, text }: Piece): { said: Said; asks: boolean } | undefined {
  return name === undefined ? undefined : { said: saidIn(name, text.trim()), asks: ASKS.has(name) }
}

function saidIn(name: string, text: string): Said {
  switch (name) {
    case 'command-name':
      return { by: 'command', text: text.startsWith('/') ? text : `/${text}` }
    case 'command-args':
      return { by: 'command', text, label: 'args' }
    case 'command-message':
      return { by: 'host', text: '' }
    case 'bash-input':
      return { by: 'command', text: `! ${text}` }
    default: {
      const by = ELEMENTS.get(name) ?? 'pasted'
      if (by === 'user') return { by, text }
      // Notifications say in an element of their own what they are about.
      const summary = by === 'output' ? /<summary>([^<]{1,300})<\/summary>/.exec(text.slice(0, 3000))?.[1] : undefined
      return { by, text, label: summary?.trim() ?? name }
    }
  }
}

/** Whole texts that hosts write in the user's name, mostly recognised by how they begin. */
const FORMS = DIALECTS.flatMap(({ texts = [] }) =>
  texts.map(({ by, form, ...label }) => ({ voice: by as Voice, form: new RegExp(form, 'i'), ...label })),
)

export function voiceOfText(text: string): Said | undefined {
  const trimmed = text.trim()
  const known = FORMS.find(({ form }) => form.test(trimmed))
  if (!known) return undefined
  const label = known.label ?? (known.voice === 'skill' ? skillName(trimmed.slice(0, 2000)) : undefined)
  return { by: known.voice, text: trimmed, ...(label !== undefined && { label }) }
}

function skillName(head: string): string | undefined {
  return (
    /^Base directory for this skill: *(?:\S*\/)?([^/\s]+)\/?\s*$/m.exec(head)?.[1] ??
    /^name: *(\S[^\n]{0,100})$/m.exec(head)?.[1]
  )
}
