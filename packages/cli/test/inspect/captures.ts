// node --conditions=daypack-source packages/cli/test/inspect/captures.ts: screenshots of every view into docs/captures.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openInspector } from '../../src/commands/inspect.ts'
import { lastEpoch, launch, open, views } from './browser.ts'
import { demoSession, WINDOW } from './demo.ts'

const OUT = path.join(import.meta.dirname, '../../../../docs/captures')
const LOOKS = [
  { name: 'light', width: 1140, height: 680, dark: false },
  { name: 'dark', width: 1140, height: 680, dark: true },
  { name: 'phone', width: 390, height: 780, dark: false },
]
const only = process.argv[2]

const dir = await mkdtemp(path.join(tmpdir(), 'daypack-captures-'))
await demoSession(dir)
const inspector = await openInspector(dir, { window: WINDOW, allowEdit: true }, '0.1.0')
const browser = await launch()
const shown = views(await lastEpoch(inspector.url, 'demo'))
for (const look of LOOKS) {
  const { page, problems } = await open(browser, look)
  for (const { name, at, sign } of shown) {
    if (only !== undefined && only !== name) continue
    await page.goto('about:blank')
    await page.goto(`${inspector.url}#/demo/${at}`)
    await page.locator(sign).first().waitFor()
    if (name === 'request') await page.locator('.line.blocks').nth(3).click()
    if (name === 'what-if') {
      await page.locator('form button[type=submit]').click()
      await page.locator('.chart + .scroll tbody tr').nth(2).waitFor({ timeout: 60_000 })
      await page.locator('progress').waitFor({ state: 'detached', timeout: 60_000 })
    }
    await page.waitForTimeout(400)
    await page.screenshot({ path: path.join(OUT, `inspector-${name}-${look.name}.png`) })
  }
  for (const problem of problems) console.error(`${look.name}: ${problem}`)
}
await browser.close()
await inspector.close()
await rm(dir, { recursive: true, force: true })
