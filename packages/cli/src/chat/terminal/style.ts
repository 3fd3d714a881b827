import { styleText } from 'node:util'

type Paint = (text: string) => string

const as =
  (format: Parameters<typeof styleText>[0]): Paint =>
  (text) =>
    styleText(format, text)

export const bold = as('bold')
export const cyan = as('cyan')
export const dim = as('dim')
export const italic = as('italic')
export const red = as('red')
export const strikethrough = as('strikethrough')
export const underline = as('underline')
