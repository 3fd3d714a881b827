// OpenClaw, as a context engine: this folder is named in plugins.load.paths of openclaw.json, see docs/plugins.md.
import { openclawPlugin } from 'daypack-cli/plugins'

export default openclawPlugin({ dir: '.daypack', window: 200_000 })
