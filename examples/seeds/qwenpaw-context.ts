// The configuration and the arithmetic of QwenPaw's context management: thresholds, what is kept, how far apart compactions come.
// Run: node --conditions=daypack-source examples/seeds/qwenpaw-context.ts
import { qwenpaw } from 'daypack/presets'
import { answer, openDesk, request, step } from 'daypack-testing'
import { comparison, tokens } from './compare.ts'

const { row, end } = comparison('QwenPaw context management (001)')

// "max_input_length": 128000; ratios 0.8 and 0.1 are the defaults.
const WINDOW = 128_000
const { options, numbers } = qwenpaw()
row('memory_compact_threshold', 102_400, WINDOW * numbers.context_compact_config.compact_threshold_ratio)
row('memory_compact_reserve', 12_800, WINDOW * numbers.context_compact_config.reserve_threshold_ratio)

const isDue = async (total: number) => {
  const desk = openDesk({ window: WINDOW, maxOutput: 0, timing: options.timing, policy: options.policy })
  await desk.say(request(tokens(1_000)), answer(tokens(1_000)), request(tokens(total - 2_000)))
  return (await desk.plan(options.passes)).tide === 'pressure'
}
row('compacts below the threshold', false, await isDue(102_000))
row('compacts at the threshold', true, await isDue(102_400))

// Turns of 1,000 tokens: from one compaction to the next there is room for the threshold without reserve and memo.
const TURN = 1_000
const MEMO = 2_048
const desk = openDesk({ window: WINDOW, maxOutput: 0, timing: options.timing, policy: options.policy })
const compactions: number[] = []
for (let turn = 1; turn <= 300; turn++) {
  await desk.say(request(`Turn ${turn}: ${tokens(TURN / 2 - 3)}`), answer(tokens(TURN / 2)))
  const before = desk.view.items.length
  await desk.run(options.passes)
  if (desk.view.items.length < before) compactions.push(turn)
}
const apart = (compactions[2] ?? 0) - (compactions[1] ?? 0)
const expected = Math.round((102_400 - 12_800 - MEMO) / TURN)
row(
  `compactions of turns of ${TURN} tokens are ${expected} turns apart, within 3`,
  true,
  Math.abs(apart - expected) <= 3,
)
console.log(`   (${compactions.join(', ')}: ${apart} apart)`)

// Tool results: 50,000 bytes while among the newest 2 messages, 3,000 after that.
const results = openDesk({
  window: WINDOW,
  maxOutput: 0,
  timing: options.timing,
  policy: options.policy,
  readTool: 'read_file',
})
await results.say(request('Look.'), ...step({ tool: 'browser_use', output: 'line\n'.repeat(20_000) }))
await results.run(options.passes)
row(
  'bytes of a recent result',
  '50000',
  /covers the next (\d+) bytes/.exec((await results.results())[0] ?? '')?.[1] ?? '',
)
await results.say(answer('Seen.'), request('And now?'), answer('On.'), request('Go on.'))
await results.run(options.passes)
row('bytes of an older one', '3000', /covers the next (\d+) bytes/.exec((await results.results())[0] ?? '')?.[1] ?? '')
end()
