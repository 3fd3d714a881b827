import type { Voice } from '../dialects/dialect.ts'
import { patternOf } from '../dialects/dialects.ts'
import type { Message } from '../model/message.ts'
import { elements, type Piece } from './elements.ts'
import { pastedParts } from './pasted.ts'
import { voiceOfElement, voiceOfText } from './voices.ts'

export type Said = {
  readonly by: Voice
  readonly text: string
  /** What it is: the command, the skill, the element that wraps it. */
  readonly label?: string
}

/**
 * The text of a message that is not the assistant's, part by part in order. `before` is the message it follows: what a
 * command or a skill loads comes as a message of its own right behind it. Text beside tool results is the user's.
 */
export function speech(message: Message, before?: Message): Said[] {
  if (message.role === 'assistant') return []
  const said: Said[] = []
  let loader = before && before.role !== 'assistant' ? loadedBy(before) : undefined
  for (const block of message.blocks) {
    if (block.type === 'tool-result' && LOADS.test(block.tool)) loader = block.tool
    if (block.type !== 'text') continue
    for (const part of textSpeech(block.text, loader)) add(said, part)
    loader = commandIn(said) ?? (said.length > 0 ? undefined : loader)
  }
  return said
}

/** The user's own words, as one text; empty when they said nothing themselves. */
export function ownWords(said: readonly Said[]): string {
  return words(said, ['user'])
}

/** What the user put forward: their words, and what they quote, in order. */
export function wish(said: readonly Said[]): string {
  const hasWords = said.some(({ by }) => by === 'user' || by === 'command')
  return words(said, hasWords ? ['user', 'pasted', 'command'] : ['pasted'])
}

function words(said: readonly Said[], voices: readonly Voice[]): string {
  return said
    .flatMap(({ by, text }) => (voices.includes(by) ? [text] : []))
    .join('\n\n')
    .trim()
}

/** One text taken apart. `loader`: the command or skill whose text this may be. */
export function textSpeech(text: string, loader?: string): Said[] {
  const whole = voiceOfText(text)
  if (whole) return [whole]
  const pieces = elements(text).map((piece) => ({ piece, voice: voiceOfElement(piece) }))
  const isAsked = pieces.some(({ voice }) => voice?.asks)
  const said: Said[] = []
  for (const { piece, voice } of pieces)
    for (const part of voice ? [voice.said] : plain(piece, isAsked, loader))
      if (part.text !== '' || part.by === 'stop') add(said, part)
  return said
}

/** Text outside elements. Where an element marks the user's question, everything around it is the host's. */
function plain(piece: Piece, isAsked: boolean, loader: string | undefined): Said[] {
  const text = piece.text.trim()
  if (text === '' || isAsked) return [{ by: 'host', text }]
  const known = voiceOfText(text)
  if (known) return [known]
  return loader === undefined ? pastedParts(text) : [{ by: 'skill', text, label: loader }]
}

const LOADS = patternOf('skillTools', '^', '$')

/** The command or skill at the end of a message: the message right after it is its text. */
function loadedBy(message: Message): string | undefined {
  const last = message.blocks.at(-1)
  if (last?.type === 'tool-result') return LOADS.test(last.tool) ? last.tool : undefined
  return last?.type === 'text' ? commandIn(textSpeech(last.text)) : undefined
}

/** Commands the host carries out by itself load no text. */
const LOCAL = patternOf('localCommands', '^/', String.raw`\b`)

function commandIn(said: readonly Said[]): string | undefined {
  const last = said.at(-1)
  return last?.by === 'command' && last.text.startsWith('/') && !LOCAL.test(last.text) ? last.text : undefined
}

/** Never merged with a neighbour of the same voice. */
const ALONE: ReadonlySet<Voice> = new Set(['command', 'host'])

function add(said: Said[], part: Said): void {
  const last = said.at(-1)
  if (part.label === 'args') {
    if (last?.by === 'command') said[said.length - 1] = { ...last, text: `${last.text} ${part.text}` }
    else said.push({ by: 'user', text: part.text })
  } else if (last && last.by === part.by && last.label === part.label && !ALONE.has(part.by))
    said[said.length - 1] = { ...last, text: `${last.text}\n\n${part.text}` }
  else said.push(part)
}
