// Hostile texts in every place the inspector shows, in a real browser: nothing may run, no element may come of them, and the
// page's own policy may have nothing to refuse.
//   node --conditions=daypack-source packages/cli/test/inspect/hostile.ts [payloads]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack, type Message } from 'daypack'
import { openInspector } from '../../src/commands/inspect.ts'
import { CHROMIUM, launch, open } from './browser.ts'

const RUN = 'globalThis.hit=1'
const SHAPES = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.hit=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hit=1"></iframe>`,
  `<a href="javascript:${RUN}" autofocus onfocus="${RUN}">x</a>`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<video><source onerror="${RUN}"></video>`,
  `<body onload="${RUN}">`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror="${RUN}">`,
  `<style>@import 'javascript:${RUN}';</style>`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button autofocus>x</button></form>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `[x](javascript:${RUN})`,
  `![x](x"onerror="${RUN})`,
  `<javascript:${RUN}>`,
  `{{constructor.constructor('${RUN}')()}}`,
  '${' + RUN + '}',
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `" onmouseover="${RUN}" x="`,
  `' onfocus='${RUN}' autofocus='`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</pre><img src=x onerror=${RUN}>`,
  `</mark><img src=x onerror=${RUN}>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `\\u003cimg src=x onerror=${RUN}\\u003e`,
  `<scr<script>ipt>${RUN}</script>`,
  `<IMG SRC=x OnErRoR=${RUN}>`,
  `<img\u0000src=x\u000bonerror=${RUN}>`,
]
const PLACES = ['user', 'assistant', 'tool', 'input', 'key', 'result', 'system', 'attribute', 'split'] as const

const wanted = Number(process.argv[2] ?? 400)
if (CHROMIUM === undefined) {
  console.error('There is no Chromium: node scripts/chromium.mjs --install')
  process.exit(1)
}
const payloads = SHAPES.flatMap((shape) => PLACES.map((place) => ({ shape, place }))).slice(0, wanted)
const dir = await mkdtemp(path.join(tmpdir(), 'daypack-hostile-'))
const pack = await createDaypack({ dir, window: 200_000, retention: false, memory: false })
const session = await pack.session('hostile')
for (const [at, { shape, place }] of payloads.entries())
  for (const message of messagesOf(`c${at}`, shape, place)) await session.append(message)
await pack.close()
const inspector = await openInspector(dir, { window: 200_000, allowEdit: true }, '0.1.0')
const browser = await launch()
const { page, problems } = await open(browser)
let [shown, hits, elements] = [0, 0, 0]
const check = async () => {
  hits += await page.evaluate(() => (globalThis as { hit?: number }).hit ?? 0)
  elements += await page.locator('main :is(script, iframe, object, embed, base, meta, video, template)').count()
  elements += await page
    .locator('main :is(img, svg)[onerror], main [onload], main [onfocus], main a[href^=javascript]')
    .count()
}
for (const view of ['timeline', 'epochs', 'cost', 'conversation']) {
  await page.goto('about:blank')
  await page.goto(`${inspector.url}#/hostile/${view}`)
  await page.locator('main').waitFor()
  await page.waitForTimeout(300)
  await check()
}
for (const shape of SHAPES.slice(0, Math.max(1, Math.round(wanted / 20)))) {
  await page.goto('about:blank')
  await page.goto(`${inspector.url}#/hostile/search?q=${encodeURIComponent(shape)}`)
  await page.locator('main').waitFor()
  await page.waitForTimeout(100)
  await check()
}
await page.goto('about:blank')
await page.goto(`${inspector.url}#/hostile/request?r=99999`)
await page.locator('.line.blocks').first().waitFor()
const list = page.locator('.list')
for (let top = 0, at = 0; at >= top; top += 400) {
  at = await list.evaluate((element, y) => {
    const box = element as unknown as { scrollTop: number }
    box.scrollTop = y
    return box.scrollTop
  }, top)
  await page.waitForTimeout(50)
  const rows = page.locator('.line.blocks')
  shown += await rows.count()
  await rows.nth(2).click({ timeout: 2_000 })
  await check()
  await rows.nth(2).click({ timeout: 2_000 })
}
await browser.close()
await inspector.close()
await rm(dir, { recursive: true, force: true })
console.log({ payloads: payloads.length, rowsShown: shown, executions: hits, elements, problems: problems.length })
for (const problem of problems.slice(0, 3)) console.error(problem)
process.exit(hits + elements + problems.length === 0 ? 0 : 1)

/** The text where the place says: in what is said, a tool's name, a call's input, a result, or in parts. */
function messagesOf(callId: string, text: string, place: (typeof PLACES)[number]): Message[] {
  const says = (role: 'user' | 'assistant' | 'system', said: string): Message => ({
    role,
    blocks: [{ type: 'text', text: said }],
  })
  const call = (tool: string, input: Record<string, string>): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId, tool, input }],
  })
  const result = (tool: string, said: string): Message => ({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId, tool, content: { text: said } }],
  })
  switch (place) {
    case 'user':
    case 'assistant':
    case 'system':
      return [says(place, text)]
    case 'tool':
      return [call(text, {}), result(text, 'ok')]
    case 'input':
      return [call('bash', { command: text }), result('bash', 'ok')]
    case 'key':
      return [call('bash', { [text]: 'x' }), result('bash', 'ok')]
    case 'result':
      return [call('bash', { command: 'ls' }), result('bash', text)]
    case 'attribute':
      return [call('read_file', { path: `"${text}` }), result('read_file', `"'>${text}`)]
    case 'split':
      return [says('user', text.slice(0, text.length / 2)), says('assistant', text.slice(text.length / 2))]
  }
}
