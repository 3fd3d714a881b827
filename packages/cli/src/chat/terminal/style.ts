import { styleText } from 'node:util'
import type { Tone } from '../types.ts'
import type { EditorTheme, MarkdownTheme } from '@earendil-works/pi-tui'

type Paint = (text: string) => string

const as =
  (format: Parameters<typeof styleText>[0]): Paint =>
  (text) =>
    styleText(format, text)

export const bold = as('bold')
export const cyan = as('cyan')
export const dim = as('dim')
export const italic = as('italic')
export const strikethrough = as('strikethrough')
export const underline = as('underline')

const TONES: Record<Tone, Paint> = { quiet: dim, strong: bold, trouble: as('red'), notice: cyan }

export function toned(text: string, tone: Tone | undefined): string {
  return tone === undefined ? text : text.split('\n').map(TONES[tone]).join('\n')
}

export const MARKDOWN: MarkdownTheme = {
  heading: bold,
  link: underline,
  linkUrl: dim,
  code: cyan,
  codeBlock: (text) => text,
  codeBlockBorder: dim,
  quote: italic,
  quoteBorder: dim,
  hr: dim,
  listBullet: cyan,
  bold: bold,
  italic: italic,
  strikethrough: strikethrough,
  underline: underline,
}

export const EDITOR: EditorTheme = {
  borderColor: dim,
  selectList: {
    selectedPrefix: cyan,
    selectedText: cyan,
    description: dim,
    scrollInfo: dim,
    noMatch: dim,
  },
}
