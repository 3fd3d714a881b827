export { arbHistory, arbMessages, arbText, type History, type HistoryOptions } from './arbitraries.ts'
export { codecSuite, type CodecCase } from './codec-suite.ts'
export { driverSuite, type DriverSuiteOptions, type MakeDriver } from './driver-suite.ts'
export { passSuite, type PassSuiteOptions } from './pass-suite.ts'
export {
  startProvider,
  type Fault,
  type ProviderCall,
  type ProviderOptions,
  type ProviderRecord,
  type ProviderWire,
  type Script,
  type ScriptedCall,
  type ScriptedProvider,
  type ScriptedReply,
  type StreamShape,
} from './provider/index.ts'
export { arbRequest, bareRequests } from './wire-arbitraries.ts'
