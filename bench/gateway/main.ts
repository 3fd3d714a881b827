// What a proxy adds to the time to the first byte, in one run and from one client.
//   node --conditions=daypack-source bench/gateway/main.ts [--requests 200] [--messages 10000]
import { parseArgs } from 'node:util'
import {
  body,
  daypack,
  direct,
  exchange,
  measured,
  median,
  ms,
  passThrough,
  processor,
  quantile,
  startPortkey,
} from './ways.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '200' }, messages: { type: 'string', default: '10000' } },
})
const REQUESTS = Number(values.requests)
/** Turns before it counts: a proxy is started once and runs for hours. */
const WARM = 200
const TURNS = 30

const portkey = await startPortkey()
const ways = [
  direct,
  await passThrough(),
  await passThrough('the same, body read first', '--whole'),
  await daypack(),
  ...(portkey ? [portkey] : []),
]
await measured(async () => {
  await firstBytes(true)
  await firstBytes(false)
  await longSession()
})

/** Turns of short sessions one after the other, the ways in turn so that all see the same machine. */
async function firstBytes(stream: boolean): Promise<void> {
  const able = ways.filter((way) => !stream || !way.isWholeOnly)
  const times = able.map((): number[] => [])
  let spent: number[] = []
  for (let n = 0; n < REQUESTS + WARM; n++) {
    if (n === WARM) spent = able.map(processor)
    const name = `${stream} ${Math.floor(n / 20)}`
    for (const [index, way] of able.entries()) {
      const { first } = await exchange(way, body(20 + 2 * (n % 20), name, stream), { 'x-daypack-session': name })
      if (n >= WARM) times[index]?.push(first)
    }
  }
  const base = median(times[0] ?? [])
  console.log(
    `Time to the first byte of ${stream ? 'a streamed' : 'an unstreamed'} answer, ${REQUESTS} turns in sessions of 20 to 60 messages:\n`,
  )
  const turns = able.map((way, index) => (processor(way) - (spent[index] ?? 0)) / REQUESTS)
  console.log('| path | p50 | p95 | added at p50 | CPU per turn |\n| --- | --- | --- | --- | --- |')
  for (const [index, way] of able.entries()) {
    const all = times[index] ?? []
    const added = index === 0 ? '' : ms(median(all) - base)
    console.log(
      `| ${way.name} | ${ms(median(all))} | ${ms(quantile(all, 0.95))} | ${added} | ${way.pid === undefined ? '' : ms(turns[index] ?? 0)} |`,
    )
  }
  compared(able.map((_, index) => median(times[index] ?? []) - base))
}

/** What ours adds, as a share of what Portkey's gateway adds. */
function compared(added: readonly number[]): void {
  const at = (name: string) => added[ways.findIndex((way) => way.name.startsWith(name))]
  const [ours, theirs] = [at('daypack'), at('Portkey')]
  console.log(ours && theirs ? `\n${((ours / theirs) * 100).toFixed(0)} % of what Portkey's gateway adds.\n` : '')
}

/** One session that grows: what is added must not grow with what was there before. */
async function longSession(): Promise<void> {
  const sizes = [10, 1_000, Number(values.messages)]
  console.log(
    `Added at p50 as one session grows (${TURNS} turns at each size, unstreamed answers; CPU time per turn in brackets):\n`,
  )
  console.log(
    `| path | ${sizes.map((size) => `${size} messages`).join(' | ')} |\n| --- |${' --- |'.repeat(sizes.length)}`,
  )
  const rows = ways.map((): string[] => [])
  const shares: number[][] = []
  for (const size of sizes) {
    const times = ways.map((): number[] => [])
    let spent: number[] = []
    for (let n = 0; n < TURNS + 3; n++) {
      if (n === 3) spent = ways.map(processor)
      const text = body(size + 2 * n, 'long', false)
      for (const [index, way] of ways.entries()) {
        const { first } = await exchange(way, text, { 'x-daypack-session': 'long' })
        if (n >= 3) times[index]?.push(first)
      }
    }
    const base = median(times[0] ?? [])
    shares.push(ways.map((_, index) => median(times[index] ?? []) - base))
    for (const [index, way] of ways.entries()) {
      const used = way.pid === undefined ? '' : ` (${ms((processor(way) - (spent[index] ?? 0)) / TURNS)})`
      rows[index]?.push(`${ms(median(times[index] ?? []) - (index === 0 ? 0 : base))}${used}`)
    }
  }
  for (const [index, way] of ways.entries()) console.log(`| ${way.name} | ${rows[index]?.join(' | ')} |`)
  for (const added of shares) compared(added)
}
