export { startProvider, type ProviderOptions, type ScriptedProvider } from './server.ts'
export type {
  Fault,
  Packing,
  ProviderCall,
  ProviderRecord,
  ProviderWire,
  Script,
  ScriptedCall,
  ScriptedReply,
  StreamShape,
} from './script.ts'
