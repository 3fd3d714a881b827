import { passSuite } from '../../../daypack-testing/src/pass-suite.ts'
import { budget } from './budget.ts'
import { clear } from './clear.ts'
import { collapse } from './collapse.ts'
import { media } from './media.ts'
import { offload } from './offload.ts'
import { snip } from './snip.ts'
import { terse } from './notices.ts'
import { trim } from './trim.ts'

passSuite('offload', () => offload({ maxBytes: 300 }))
passSuite('offload by characters, with names', () =>
  offload({ maxChars: 300, preview: { head: 120, tail: 60 }, readMax: 500, notice: terse }),
)
passSuite('trim', () => trim({ maxBytes: 200, protectedMaxBytes: 400 }))
passSuite('budget', () =>
  budget({
    steps: [
      { above: 0.1, maxChars: 400 },
      { above: 0.4, maxChars: 200 },
    ],
  }),
)
passSuite('snip', () => snip({ keep: 1, searches: 1 }))
passSuite('clear', () => clear({ keep: 1, above: 0.1 }))
passSuite('collapse', () => collapse())
passSuite('media', () => media({ keep: 1, maxBytes: 1 }))
