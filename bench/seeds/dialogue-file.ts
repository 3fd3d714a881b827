// Labelled dialogues as text: `# id`, then `U:`, `A:` and `T tool {input} : output` (`!` for `:` where it failed), then
// labels: `= section: passage | …` for what a memo must say there, `~ section: passage | …` for what it may say.
import type { Json } from '../../packages/daypack/src/index.ts'

export type Said = {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly tool?: string
  readonly input?: Json
  readonly isError?: boolean
}
export type State = 'done' | 'in progress' | 'blocked'
export const SECTIONS = ['goal', 'constraints', 'progress', 'decisions', 'next', 'critical'] as const
export type Section = (typeof SECTIONS)[number]
export type Label = { readonly text: string; readonly state?: State }
export type Dialogue = {
  readonly id: string
  readonly messages: readonly Said[]
  readonly expected: Labels
  readonly acceptable: Labels
}
type Labels = Partial<Record<Section, readonly Label[]>>

/** A label is a passage of the dialogue, in progress with its state in front. */
export function dialoguesIn(text: string): Dialogue[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [id = '', ...lines] = part.trim().split('\n')
      return {
        id,
        messages: lines.flatMap(said),
        expected: labels(lines, '='),
        acceptable: labels(lines, '~'),
      }
    })
}

function said(line: string): Said[] {
  const [, who, spoken] = /^([UA]): (.*)$/.exec(line) ?? []
  if (spoken !== undefined) return [{ role: who === 'U' ? 'user' : 'assistant', text: spoken }]
  const [, tool, input, mark, output] = /^T (\S+) (\{.*?\}) ([:!]) (.*)$/.exec(line) ?? []
  if (tool === undefined || input === undefined || output === undefined) return []
  return [{ role: 'tool', tool, input: JSON.parse(input) as Json, text: output, isError: mark === '!' }]
}

function labels(lines: readonly string[], mark: '=' | '~'): Labels {
  const found: Partial<Record<Section, Label[]>> = {}
  for (const line of lines) {
    const [, own, name, rest = ''] = /^([=~]) (\w+):(.*)$/.exec(line) ?? []
    const section = SECTIONS.find((each) => each === name)
    if (own !== mark || section === undefined) continue
    found[section] = [...(found[section] ?? []), ...rest.split(' | ').flatMap((each) => label(each.trim()))]
  }
  return found
}

function label(text: string): Label[] {
  const [, state, passage] = /^(done|in progress|blocked): (.*)$/.exec(text) ?? []
  if (passage !== undefined) return [{ text: passage, state: state as State }]
  return text === '' ? [] : [{ text }]
}
