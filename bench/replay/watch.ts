// What the replays of the bench are judged with beside the library's own measures. `fileTruth` belongs here.
import type { Watch } from '../../packages/daypack/src/report/replay/replay.ts'

export const watch: Watch = {}
