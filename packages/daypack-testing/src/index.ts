export { answer, openDesk, request, step, type Desk, type DeskOptions } from './desk.ts'
export {
  startProvider,
  type Fault,
  type Packing,
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
