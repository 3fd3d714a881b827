// pi, as an extension: ~/.pi/agent/extensions/daypack/index.ts, with `npm install daypack` beside it.
import { piExtension } from 'daypack-cli/plugins'

export default piExtension({ dir: '.daypack', window: 200_000 })
