import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import axeProgram from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInspector } from '../../src/commands/inspect.ts'
import { CHROMIUM, lastEpoch, launch, open, views } from './browser.ts'
import { demoSession, WINDOW } from './demo.ts'
import { longSession } from './long.ts'
import { agentSession, said } from './workspace.ts'

if (CHROMIUM === undefined) console.warn('No Chromium, so the page is not tested: node scripts/chromium.mjs --install')

describe.skipIf(CHROMIUM === undefined)('the page in a browser', () => {
  let dir = ''
  let browser: Browser
  let inspector: Awaited<ReturnType<typeof openInspector>>
  let epoch = 0
  const at = (session: string, view: string) => `${inspector.url}#/${session}/${view}`

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'daypack-page-'))
    await demoSession(dir)
    await agentSession(dir, { steps: 60, window: 12_000, id: 'undone' })
    await longSession(dir, 'long', { messages: 10_000 })
    await said(dir, 'odd', HOSTILE)
    inspector = await openInspector(dir, { window: WINDOW, allowEdit: true }, '0.1.0')
    browser = await launch()
    epoch = await lastEpoch(inspector.url, 'demo')
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await inspector.close()
    await rm(dir, { recursive: true, force: true })
  })

  test(
    'every view of a real session, light, dark and on a phone: no violation by axe, nothing wider than the screen',
    { timeout: 180_000 },
    async () => {
      // Axe is brought in from outside, which the page's own policy forbids.
      const { page, problems } = await open(browser, { bypassCSP: true })
      await page.goto(at('demo', 'timeline'))
      await page.addScriptTag({ content: axeProgram.source })
      const found: string[] = []
      for (const { name, at: place, sign } of views(epoch)) {
        // The page stays, as it does for a person who goes from view to view.
        await page.evaluate(
          (hash) => void ((globalThis as unknown as { location: { hash: string } }).location.hash = hash),
          `#/demo/${place}`,
        )
        await page.locator(sign).first().waitFor()
        if (name === 'request') await page.locator('.line.blocks').first().click()
        for (const { look, width, height, colorScheme, rules } of LOOKS) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height })
          await page.locator(sign).first().waitFor()
          const told = await page.evaluate(audit, rules)
          found.push(...told.map((problem) => `${name}, ${look}: ${problem}`))
        }
      }
      expect(found).toEqual([])
      expect(problems).toEqual([])
      await page.context().close()
    },
  )

  test('on a phone every view can be reached, what an epoch was for is said in words, and no list is cut', async () => {
    const { page, problems } = await open(browser)
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(at('demo', 'epochs'))
    await page.locator('.side-list button', { hasText: 'the window was filling up' }).first().waitFor()
    for (const link of await page.locator('nav[aria-label=Views] a').all()) {
      const { x = -1, width = 0 } = (await link.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    await page.goto(at('demo', 'search?q=theme.bold'))
    const runs = page.locator('.runs')
    await runs.locator('button', { hasText: /more$/ }).click()
    await runs.locator('button', { hasText: /more$/ }).waitFor({ state: 'detached' })
    expect(await runs.evaluate(({ scrollHeight, clientHeight }: Box) => scrollHeight - clientHeight)).toBe(0)
    await page.goto(at('odd', 'cost'))
    await page.locator('main', { hasText: 'Breaks of the cache' }).getByText('None.').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a click into the drawing opens a request', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('demo', 'timeline'))
    await page.locator('.charts .drawing').first().click()
    await page.locator('h2', { hasText: /^Request \d+ of/ }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('the keys: rows, opening, search, help', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('demo', `timeline?r=${epoch}`))
    await page.locator('.line.requests.at').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('h2', { hasText: `Request ${epoch + 1} of` }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.panel .why', { hasText: 'folded by compact' }).waitFor()
    await page.locator('button', { hasText: 'it stands for' }).click()
    await page.locator('.folded .line').first().click()
    await page.locator('.folded .text').waitFor()
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    await page.keyboard.press('[')
    await page.locator('h2', { hasText: `Request ${epoch} of` }).waitFor()
    await page.keyboard.press(']')
    await page.keyboard.press('b')
    const handover = page.locator('.diff-line', { hasText: 'hand-over' })
    await handover.click()
    await page.locator('.inset .plus').first().waitFor()
    await handover.click()
    await page.locator('.diff-line.plus').last().click()
    await page.locator('.inset .text', { hasText: /./ }).waitFor()
    await page.keyboard.press('?')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.locator('#search:focus').waitFor()
    await page.keyboard.type('theme.bold')
    await page.keyboard.press('Enter')
    await page.locator('.results .line').first().waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('G-108: a folded message leads to its line in the hand-over, and the number there leads back', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('demo', 'conversation?m=1'))
    const asked = page.locator('.said.user', { hasText: 'docs/theme.md in full' }).first()
    await asked.locator('.tag', { hasText: 'folded' }).waitFor()
    const number = await asked.locator('.said-head span').first().textContent()
    await asked.locator('.said-head').click()
    await asked.locator('.told button').first().click()
    const line = page.locator('.panel mark')
    await line.waitFor()
    await line.locator('button.cite').click()
    await page.locator('.folded .line[aria-expanded=true]', { hasText: new RegExp(`^${number}`) }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('undo and redo with two clicks each', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('undone', 'epochs?e=1'))
    const act = async (name: string) => {
      await page.locator('button', { hasText: `${name} this epoch` }).click()
      await page.locator('button', { hasText: `really ${name}` }).click()
    }
    await act('undo')
    await page.locator('article b', { hasText: 'Undone.' }).waitFor()
    await act('redo')
    await page.locator('article b', { hasText: 'Undone.' }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a session that grows is redrawn without asking', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('odd', 'request?r=99'))
    await page.locator('.live.on').waitFor()
    const pack = await createDaypack({ dir, window: WINDOW, retention: false, memory: false })
    const session = await pack.session('odd')
    await session.append({ role: 'user', blocks: [{ type: 'text', text: 'said just now' }] })
    await page.locator('.preview', { hasText: 'said just now' }).waitFor()
    await pack.close()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('hostile content is text: no script, no element, no control, and ten megabytes in pieces', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('odd', 'request?r=99'))
    const text = async (index: number) => {
      await page.locator('.line.blocks').nth(index).click()
      const panel = page.locator('.panel').last()
      await panel.locator('.text').waitFor()
      await expect.poll(() => panel.locator('.text').textContent(), { timeout: 20_000 }).not.toBe('')
      const said = await panel.locator('.text').textContent()
      expect(await panel.locator('.text img, .text script, .text a, .text b, .text iframe').count()).toBe(0)
      await page.locator('.line.blocks').nth(index).click()
      return said ?? ''
    }
    expect(await text(0)).toContain('<img src=x onerror=')
    expect(await text(1)).toContain('␛[31mred')
    expect(await text(2)).toContain('‹U+202E›')
    await page.locator('.line.blocks').nth(4).click()
    await page.locator('.panel button', { hasText: 'more: 200k of 10.00M' }).click()
    await page.locator('.panel button', { hasText: 'more: 400k of 10.00M' }).waitFor()
    await page.goto(at('odd', 'search?q=onerror'))
    await page.locator('.results .line').first().click()
    await page.locator('.inset .text mark').first().waitFor()
    expect(await page.locator('main img, main script, main iframe').count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('the conversation is read as Markdown, and nothing said becomes a link, a picture or an element', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('odd', 'conversation'))
    const said = page.locator('.said.user', { hasText: 'What I found' })
    await said.waitFor()
    expect(await said.locator('.heading').allTextContents()).toEqual(['What I found'])
    expect(await said.locator('.item').allTextContents()).toEqual(['•the parser', '1.its test'])
    expect(await said.locator('b').last().textContent()).toBe('broken')
    expect(await said.locator('code').allTextContents()).toEqual(['broken', '<b>x</b>'])
    expect(await said.locator('pre').allTextContents()).toEqual(['# <script>hit()</script>', '| a | b |\n|---|---|'])
    expect(await said.textContent()).toContain('here (javascript:alert)')
    expect(await said.textContent()).toContain('src/**/a and lib/**/b')
    expect(await page.locator('main :is(a, img, script, iframe)').count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('ten thousand messages: a page of rows at a time, and the keys turn it', async () => {
    const { page, problems } = await open(browser)
    await page.goto(at('long', 'request'))
    const lines = page.locator('.line.blocks')
    await lines.first().waitFor()
    expect(await lines.count()).toBe(200)
    const first = () => page.locator('[role=listitem]').first().getAttribute('aria-posinset')
    await page.locator('.pages button', { hasText: 'later' }).click()
    await expect.poll(first, { timeout: 20_000 }).toBe('201')
    await page.locator('.line.blocks.at').waitFor()
    await page.keyboard.press('k')
    await expect.poll(first, { timeout: 20_000 }).toBe('1')
    expect(await lines.count()).toBe(200)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a wrong token shows nothing', async () => {
    const { page } = await open(browser)
    const response = await page.goto(`http://127.0.0.1:${inspector.port}/wrong/`)
    expect(response?.status()).toBe(403)
    await page.context().close()
  })
})

/** In the dark only colours differ, on a phone everything but colours. */
const LOOKS = [
  { look: 'light', width: 1280, height: 800, colorScheme: 'light', rules: {} },
  { look: 'dark', width: 1280, height: 800, colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } },
  {
    look: 'phone',
    width: 390,
    height: 780,
    colorScheme: 'light',
    rules: { rules: { 'color-contrast': { enabled: false } } },
  },
] as const

type Violation = { id: string; nodes: { html: string }[] }
type Axe = { run(options: object): Promise<{ violations: Violation[] }> }
type Box = { scrollHeight: number; clientHeight: number }
type Root = { scrollWidth: number; clientWidth: number }

/** Runs in the page: what axe finds, and what is too wide. */
async function audit(rules: object): Promise<string[]> {
  const { axe, document } = globalThis as unknown as { axe: Axe; document: { documentElement: Root } }
  const { violations } = await axe.run({ ...rules, resultTypes: ['violations'] })
  const { scrollWidth, clientWidth } = document.documentElement
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : []),
  ]
}

const HOSTILE = [
  {
    role: 'user' as const,
    blocks: [
      {
        type: 'text' as const,
        text: '<img src=x onerror="alert(1)"><script>alert(2)</script><iframe srcdoc="x"></iframe><a href="javascript:alert(3)">x</a>',
      },
    ],
  },
  {
    role: 'assistant' as const,
    blocks: [{ type: 'text' as const, text: '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u0000' }],
  },
  { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'abc \u202Eevil\u202C \u2067rtl\u2069 שלום' }] },
  {
    role: 'assistant' as const,
    blocks: [{ type: 'tool-call' as const, callId: 'c1', tool: '<b>bash</b>', input: { command: 'cat big' } }],
  },
  {
    role: 'tool' as const,
    blocks: [
      {
        type: 'tool-result' as const,
        callId: 'c1',
        tool: '<b>bash</b>',
        content: { text: '<b>0123456</b>'.repeat(714_286).slice(0, 10_000_000) },
      },
    ],
  },
  {
    role: 'user' as const,
    blocks: [
      {
        type: 'text' as const,
        text: '## What I found\n\n- the parser\n1. its test\n> **`broken`** `<b>x</b>` [here](javascript:alert)\n![x](data:x)\n<a href=x>src/**/a and lib/**/b</a>\n```md\n# <script>hit()</script>\n```\n| a | b |\n|---|---|',
      },
    ],
  },
]
