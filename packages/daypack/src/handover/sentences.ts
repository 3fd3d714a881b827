import { cutTags } from '../files/tags.ts'

/** Text the hosts put into messages of the person or around results: not the person's words. */
const STANDING = ['system-reminder', 'environment_context', 'user_instructions']
const HOST_TAGS = [
  ...STANDING,
  'local-command-stdout',
  'local-command-stderr',
  'command-message',
  'command-args',
  'command-name',
]

/** The person's own words in a message. */
export function ownWords(text: string): string {
  return cutTags(text, HOST_TAGS).rest.trim()
}

/** What the host said around the person's words, such as project instructions. */
export function hostWords(text: string, maxChars: number): string {
  const parts = cutTags(text, STANDING).inner.map((part) => part.trim())
  return clip(parts.filter((part) => part !== '').join('\n'), maxChars)
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** Beyond this a text is cut before it is taken apart into sentences. */
const MAX_TEXT = 20_000

/** Sentences and list items, without their bullets; code fences are left out. */
export function sentences(text: string): string[] {
  const plain = text.slice(0, MAX_TEXT).replace(/```[\s\S]*?(?:```|$)/g, '\n')
  return plain.split('\n').flatMap((line) => {
    const item = line
      .replace(/^\s*(?:[-*+•>]|\d{1,3}[.)、])\s+/, '')
      .replace(/^#{1,6}\s+/, '')
      .trim()
    if (item.length < 3) return []
    if (item.length <= 160 && !/[.!?。！？]\s*\S/.test(item)) return [item]
    return Array.from(segmenter.segment(item), ({ segment }) => segment.trim()).filter((one) => one.length >= 3)
  })
}

/** At most `max` characters, cut at a character boundary; what is left out is marked. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, Math.max(0, max - 1))
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Head and tail of a long text. */
export function clipMiddle(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 5) return text
  const end = text.slice(text.length - tail)
  return `${clip(text, head)} … ${/^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end}`
}

/** On one line. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
