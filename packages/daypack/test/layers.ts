// What each part of src may import besides itself. A new folder finds its place here before its first import.
const BASE = ['model']
const SIBLINGS = [...BASE, 'tools', 'files', 'log', 'view', 'tokens', 'handover']
const PASSES = [...SIBLINGS, 'passes']
const PLAN = [...PASSES, 'plan']
const WIRED = [
  ...PLAN,
  'presets',
  'memory',
  'archive',
  'report',
  'codecs',
  'drivers',
  'wire',
  'cache',
  'retrieval',
  'summarizers',
  'errors',
  'config',
  'options',
  'runtime',
  'warn',
]
export const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  errors: BASE,
  codecs: BASE,
  drivers: BASE,
  wire: BASE,
  tools: BASE,
  cache: BASE,
  retrieval: [...PASSES, 'memory'],
  files: SIBLINGS,
  log: SIBLINGS,
  view: SIBLINGS,
  tokens: SIBLINGS,
  handover: SIBLINGS,
  passes: SIBLINGS,
  plan: PASSES,
  presets: PLAN,
  memory: PLAN,
  archive: PLAN,
  report: PLAN,
  summarizers: PLAN,
  config: [...PLAN, 'presets', 'memory'],
  options: [...BASE, 'presets', 'config'],
  runtime: BASE,
  warn: [...BASE, 'config'],
  session: WIRED,
  daypack: [...WIRED, 'session'],
  hosts: [...WIRED, 'daypack', 'session'],
  create: ['config', 'daypack'],
  index: [...WIRED, 'create', 'daypack', 'session', 'hosts'],
  testing: [...WIRED, 'daypack', 'session', 'hosts'],
}
/** What imports nothing outside Node. */
export const NODE_ONLY = new Set(['model', 'tools', 'log', 'view', 'plan', 'passes', 'codecs'])
