// OpenCode, as a plugin: .opencode/plugin/daypack.ts, and "compaction": { "auto": false } in opencode.json.
import { opencodePlugin } from 'daypack-cli/plugins'

export const Daypack = opencodePlugin({ dir: '.daypack', window: 200_000 })
