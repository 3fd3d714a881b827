// The figures of the chapter on mini-claude: tiers 0 to 4, in its own order.
// Run: node --conditions=daypack-source examples/seeds/mini-claude.ts
import { miniClaude } from 'daypack/presets'
import { answer, openDesk, request, step, type Desk } from 'daypack-testing'
import { comparison, page, tokens } from './compare.ts'

const { row, end } = comparison('mini-claude (003)')
const { passes, timing, policy } = miniClaude().options
const open = (window = 200_000) => openDesk({ window, maxOutput: 1, timing, policy, readTool: 'read_file' })
const first = async (desk: Desk) => (await desk.results())[0] ?? ''

const big = open()
await big.say(request('Go.'), ...step({ tool: 'run_shell', output: page(800, 80 * 1024) }))
await big.run(passes)
const saved = await first(big)
row('message of a result of 80 KB', '[Result too large (80.0 KB, 800 lines).', saved.split(' Full output')[0] ?? '')
row('lines of its preview', 200, saved.split('Preview (first 200 lines):\n')[1]?.split('\n').length ?? 0)

const small = open()
const whole = 'y'.repeat(30_720)
await small.say(request('Go.'), ...step({ tool: 'run_shell', output: whole }))
await small.run(passes)
row('a result of 30,720 bytes stays whole', true, (await first(small)) === whole)

const alone = miniClaude({ persistBytes: 10_000_000 }).options.passes
const cut = open(1_000_000)
await cut.say(request('Go.'), ...step({ tool: 'x', output: 'abcde'.repeat(16_000) }))
await cut.run(alone)
const each = Math.floor((50_000 - 60) / 2)
row('characters kept at each end', each, (await first(cut)).split('\n\n[... truncated')[0]?.length ?? 0)
row(
  'characters left out',
  `truncated ${80_000 - 2 * each} chars`,
  /truncated \d+ chars/.exec(await first(cut))?.[0] ?? '',
)

// Tiers 1 to 3, each by its own share of the 200,000 tokens a window of 220,000 leaves.
const filled = async (share: number, steps: ReturnType<typeof step>, idleMs = 0) => {
  const desk = openDesk({ window: 220_000, timing, policy, readTool: 'read_file', idleMs })
  const newest = step(...[1, 2, 3].map(() => ({ tool: 'other', output: 'z' })))
  await desk.say(request('Go.'), ...steps, ...newest, answer('Seen.'), request(tokens(200_000 * share - 7_700)))
  await desk.run(passes, { isCold: idleMs > 0 })
  return desk.results()
}
const long = step({ tool: 'x', output: 'y'.repeat(30_500) })
const left = async (share: number) =>
  Number(/budgeted: (\d+) chars/.exec((await filled(share, long))[0] ?? '')?.[1] ?? 0)
row('tier 1 below 50 %: characters cut of 30,500', 0, await left(0.49))
row('tier 1 above 50 %: the same', 30_500 - 2 * Math.floor((30_000 - 80) / 2), await left(0.55))
row('tier 1 above 70 %: the same', 30_500 - 2 * Math.floor((15_000 - 80) / 2), await left(0.75))

const file = (at: number) => ({
  tool: 'read_file',
  input: { file_path: 'a.ts' },
  output: `v${at} ${'x'.repeat(3_000)}`,
})
const twice = step(file(1), file(2))
const count = (results: readonly string[], notice: string) => results.filter((text) => text === notice).length
const SNIPPED = '[Content snipped - re-read if needed]'
row('tier 2 below 60 %: reads of one file left out', 0, count(await filled(0.57, twice), SNIPPED))
row('tier 2 above 60 %: the same', 1, count(await filled(0.66, twice), SNIPPED))

const pages = step(...[1, 2, 3].map((at) => ({ tool: 'web_fetch', output: `page ${at} ${'x'.repeat(3_000)}` })))
const cleared = async (minutes: number) => count(await filled(0.55, pages, minutes * 60_000), '[Old result cleared]')
row('tier 3 after 4.9 minutes: results cleared', 0, await cleared(4.9))
row('tier 3 after 5.1 minutes: the same, all but 3', 3, await cleared(5.1))

// Tier 4: above 0.85 of the window without 20,000, which is about 76.5 % of all of it.
const isDue = async (total: number) => {
  const desk = open()
  await desk.say(request(tokens(1_000)), answer(tokens(1_000)), request(tokens(1_000)), answer(tokens(1_000)))
  await desk.say(request(tokens(total - 4_000 - desk.view.items.length * 4)))
  return (await desk.plan(passes)).tide === 'pressure'
}
row('trigger', 153_000, (200_000 - 20_000) * miniClaude().numbers.compactAt)
row(
  'share of the whole window',
  '76.5 %',
  `${(((200_000 - 20_000) * miniClaude().numbers.compactAt * 100) / 200_000).toFixed(1)} %`,
)
row('compacts well below it', false, await isDue(152_000))
row('compacts above it', true, await isDue(154_000))
row('room for the summary', 2_048, miniClaude().numbers.summaryTokens)
end()
