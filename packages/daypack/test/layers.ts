/** The parts of src, lowest layer first. A part imports lower layers only, never its own row: a new folder finds its row here. */
const LAYERS: readonly (readonly string[])[] = [
  ['model', 'dialects'],
  ['tokens', 'tools', 'codecs', 'drivers', 'wire', 'cache', 'runtime', 'speech', 'secrets'],
  ['log', 'view'],
  ['files'],
  ['handover'],
  ['passes'],
  ['plan', 'memory', 'archive'],
  ['presets', 'report', 'retrieval'],
  ['config'],
  ['options', 'warn'],
  ['session'],
  ['daypack'],
  ['create', 'hosts'],
  ['index', 'internal'],
]
/** Parts that others bring their own of: they know `model` and nothing else. */
const MODEL_ONLY = ['codecs', 'drivers', 'wire', 'cache', 'tokens', 'runtime']

export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  LAYERS.flatMap((row, index) =>
    row.map((part) => [part, MODEL_ONLY.includes(part) ? ['model'] : LAYERS.slice(0, index).flat()]),
  ),
)
/** What imports nothing outside Node. */
export const NODE_ONLY = new Set(['model', 'tools', 'log', 'view', 'plan', 'passes', 'codecs'])
