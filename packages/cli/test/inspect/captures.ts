// node --conditions=daypack-source packages/cli/test/inspect/captures.ts [view] [folder] [workspace]: screenshots of every view, or
// one; into docs/captures, or that folder; of a demo, or of what `daypack tour` left in that workspace.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withPalette } from '../../../../scripts/captures/palette.mjs'
import { openInspector } from '../../src/commands/inspect.ts'
import { lastEpoch, launch, open, views } from './browser.ts'
import { demoSession, WINDOW } from './demo.ts'
import { agentSession } from './workspace.ts'

const OUT = process.argv[3] ?? path.join(import.meta.dirname, '../../../../docs/captures')
const LOOKS = [
  { look: 'light', width: 1140, height: 680, colorScheme: 'light' },
  { look: 'dark', width: 1140, height: 680, colorScheme: 'dark' },
  { look: 'phone', width: 390, height: 780, colorScheme: 'light' },
] as const
const only = process.argv[2] || undefined

const left = process.argv[4]
const dir = left ?? (await mkdtemp(path.join(tmpdir(), 'daypack-captures-')))
const session = left === undefined ? 'demo' : 'daypack'
if (left === undefined) {
  await demoSession(dir)
  await agentSession(dir, { steps: 60, window: 12_000, id: 'nightly-report', user: 'ada' })
}
const inspector = await openInspector(dir, { window: WINDOW, allowEdit: true }, '0.1.0')
const browser = await launch()
const shown = views(await lastEpoch(inspector.url, session))
const { page, problems } = await open(browser)
for (const { name, at, sign } of shown) {
  if (only !== undefined && only !== name) continue
  await page.goto('about:blank')
  await page.goto(`${inspector.url}#/${session}/${at}`)
  await page.locator(sign).first().waitFor()
  if (name === 'request') await page.locator('.line.blocks').nth(3).click()
  for (const { look, colorScheme, ...size } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.waitForTimeout(400)
    await writeFile(path.join(OUT, `inspector-${name}-${look}.png`), withPalette(await page.screenshot()))
  }
}
for (const problem of problems) console.error(problem)
await browser.close()
await inspector.close()
if (left === undefined) await rm(dir, { recursive: true, force: true })
