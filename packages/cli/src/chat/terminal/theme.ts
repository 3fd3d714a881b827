import type { EditorTheme, MarkdownTheme } from '@earendil-works/pi-tui'
import pc from 'picocolors'

export const MARKDOWN: MarkdownTheme = {
  heading: pc.bold,
  link: pc.underline,
  linkUrl: pc.dim,
  code: pc.cyan,
  codeBlock: (text) => text,
  codeBlockBorder: pc.dim,
  quote: pc.italic,
  quoteBorder: pc.dim,
  hr: pc.dim,
  listBullet: pc.cyan,
  bold: pc.bold,
  italic: pc.italic,
  strikethrough: pc.strikethrough,
  underline: pc.underline,
}

export const EDITOR: EditorTheme = {
  borderColor: pc.dim,
  selectList: {
    selectedPrefix: pc.cyan,
    selectedText: pc.cyan,
    description: pc.dim,
    scrollInfo: pc.dim,
    noMatch: pc.dim,
  },
}
