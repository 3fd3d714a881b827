import type { Outline } from 'daypack-inspector/api'
import { chromium, type Browser, type Page } from 'playwright-core'
import { FLAGS, findChromium } from '../../../../scripts/chromium.mjs'

export type { Browser, Page }
export type Opened = { readonly page: Page; readonly problems: string[] }
export type Screen = {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly bypassCSP?: boolean
}

export const CHROMIUM = findChromium()

export async function launch(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }), args: [...FLAGS, ...flags] })
}

/** A page that tells whatever goes wrong in it. */
export async function open(
  browser: Browser,
  { width = 1280, height = 800, dark = false, bypassCSP = false }: Screen = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    bypassCSP,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, problems }
}

export type Shown = { readonly name: string; readonly at: string; readonly sign: string }

/** Every view with what shows that it is there; `epoch`: a request that came with one, from 0. */
export function views(epoch: number): readonly Shown[] {
  return [
    { name: 'sessions', at: 'sessions', sign: '.scroll tbody tr' },
    { name: 'timeline', at: 'timeline', sign: '.charts svg' },
    { name: 'conversation', at: 'conversation', sign: '.said.user' },
    { name: 'request', at: `request?r=${epoch}`, sign: '.line.blocks' },
    { name: 'beside', at: `request?r=${epoch}&with=before`, sign: '.diff-line' },
    { name: 'epochs', at: 'epochs', sign: '.diff-line' },
    { name: 'search', at: 'search?q=theme.bold', sign: '.strip i' },
    { name: 'cost', at: 'cost', sign: '.tables table' },
  ]
}

/** The last request that came with an epoch. */
export async function lastEpoch(url: string, session: string): Promise<number> {
  const outline = (await (await fetch(`${url}api/s/${session}/outline`)).json()) as Outline
  return outline.epochs.at(-1)?.request ?? 0
}
