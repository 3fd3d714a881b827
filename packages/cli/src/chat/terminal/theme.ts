import type { EditorTheme, MarkdownTheme } from '@earendil-works/pi-tui'
import { bold, cyan, dim, italic, strikethrough, underline } from './style.ts'

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
