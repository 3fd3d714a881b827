import { lastName } from '../../../tools/table.ts'
import verbs from './verbs.json' with { type: 'json' }

const EFFECTS: ReadonlyMap<string, 'write' | 'read'> = new Map(
  (['read', 'write'] as const).flatMap((effect) =>
    verbs[effect].flatMap((line) => line.split(' ').map((verb) => [verb, effect] as const)),
  ),
)

/** Whether a tool without a place in the table changes something or only looks, by the verb its name begins with. */
export function effectOf(tool: string): 'write' | 'read' | undefined {
  const words = lastName(tool)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.slice(0, 3).flatMap((word) => EFFECTS.get(word) ?? [])[0]
}
