// Variants of the default preset side by side, on the training part only:
//   node --conditions=daypack-source bench/replay/tune.ts --windows 64,128 variants.ts
// A variants file exports `variants`: Record<name, () => EngineOptions>; those named in `withModel` get a summarizer.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { engine, type EngineOptions } from '../../lab/src/measure/engine.ts'
import { addFigures, noFigures } from '../../lab/src/measure/figures.ts'
import { replay } from '../../lab/src/measure/replay.ts'
import { noteChars } from '../../packages/daypack/src/handover/weigh/room.ts'
import { answerTo } from './summarizer.ts'
import { loadSessions } from './sessions.ts'
import { HEAD, row } from './table.ts'
import { watch } from './watch.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '64,128' },
    part: { type: 'string', default: 'train' },
    only: { type: 'string' },
    calm: { type: 'boolean', default: false },
  },
})
const { variants, withModel = [] } = (await import(path.resolve(positionals[0] ?? 'variants.ts'))) as {
  variants: Record<string, () => EngineOptions>
  withModel?: readonly string[]
}
const sessions = loadSessions(values.only ? { only: values.only.split(',') } : {}).filter(
  (session) => session.part === values.part,
)
for (const window of values.windows.split(',').map((k) => Number(k) * 1000)) {
  console.log(`\nwindow ${window}, ${values.part}\n${HEAD}`)
  for (const [name, options] of Object.entries(variants)) {
    const chosen = sessions.filter((session) =>
      values.calm ? session.tokens / window <= 0.45 : session.tokens / window > 0.8,
    )
    let total = noFigures()
    const summarize: Parameters<typeof engine>[2] = (session, at, ask) => answerTo(ask, session, at, noteChars(window))
    const strategy = engine(name, options, ...(withModel.includes(name) ? [summarize] : []))
    for (const session of chosen) total = addFigures(total, await replay(session, strategy, window, watch))
    console.log(row(name, total, chosen.length))
  }
}
