// What reading and measuring a recording needs of the library and is no public name of it. The build copies these few
// files into the command; everything else comes from `daypack` by name.
export { parseArguments } from '../../daypack/src/codecs/shared/arguments.ts'
export { isList, isObject, numberAt, stringAt } from '../../daypack/src/model/json.ts'
export { namesIn } from '../../daypack/src/handover/names.ts'
export { ownWords, speech } from '../../daypack/src/handover/speech.ts'
export { texts } from '../../daypack/src/handover/texts.ts'
export { createTrials, observeTrials } from '../../daypack/src/handover/trials.ts'
export type { Awaitable, JsonObject } from '../../daypack/src/model/json.ts'
export { textOf } from '../../daypack/src/model/message.ts'
export { DEFAULT_PRICES } from '../../daypack/src/plan/policy.ts'
export { MESSAGE_OVERHEAD, messageSizes } from '../../daypack/src/tokens/count.ts'
export { relative } from '../../daypack/src/tokens/price.ts'
export { fileActions } from '../../daypack/src/tools/actions.ts'
