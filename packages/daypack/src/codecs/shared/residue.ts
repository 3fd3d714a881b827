import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, sameJson } from './json.ts'

/**
 * What a wire object has beyond its canonical form. `shape` is the object with its slots blanked (it keeps unknown fields
 * and key order, never the content); `cache` is its cache marker and where the key stood.
 */
export type Residue = { readonly shape?: JsonObject; readonly cache?: { readonly at: number; readonly value: Json } }

/** Keys that carry cache markers, on all wires. */
const MARKERS = ['cache_control', 'prompt_cache_breakpoint']

export function residueOf(wire: JsonObject, canonical: JsonObject, slots: readonly string[]): Residue | undefined {
  const keys = Object.keys(wire)
  const at = keys.findIndex((key) => MARKERS.includes(key))
  const marker = keys[at]
  const shape = blanked(wire, slots, marker)
  const plain = same(shape, canonical, slots)
  if (plain && marker === undefined) return undefined
  return {
    ...(plain ? {} : { shape }),
    ...(marker === undefined ? {} : { cache: { at, value: { [marker]: wire[marker] ?? null } } }),
  }
}

/** The wire object again: the canonical form, put into the remembered shape. Slots that lost their value are left out. */
export function rebuilt(canonical: JsonObject, residue: Residue | undefined, slots: readonly string[]): JsonObject {
  if (!residue) return canonical
  const { shape, cache } = residue
  let entries = Object.entries(canonical)
  if (shape) {
    const kept = Object.entries(shape).flatMap(([key, value]): [string, Json][] => {
      if (slots.includes(key) && key in canonical) return [[key, canonical[key] ?? null]]
      return slots.includes(key) && value !== null ? [] : [[key, value]]
    })
    entries = [...kept, ...entries.filter(([key]) => slots.includes(key) && !Object.hasOwn(shape, key))]
  }
  if (cache && isObject(cache.value)) entries.splice(cache.at, 0, ...Object.entries(cache.value))
  return Object.fromEntries(entries)
}

/** The residue a codec stored, if it is one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each codec names what it stored
export function asResidue<T extends Residue>(wire: Json | undefined): T | undefined {
  return isObject(wire) ? (wire as T) : undefined
}

/** Null slots stay null, so that `"refusal": null` is not taken for a refusal that was left out. */
function blanked(wire: JsonObject, slots: readonly string[], without?: string): JsonObject {
  return Object.fromEntries(
    Object.entries(wire).flatMap(([key, value]) =>
      key === without ? [] : [[key, slots.includes(key) && value !== null ? 0 : value]],
    ),
  )
}

function same(shape: JsonObject, canonical: JsonObject, slots: readonly string[]): boolean {
  const keys = Object.keys(shape)
  const expected = Object.keys(canonical)
  if (keys.length !== expected.length) return false
  return keys.every(
    (key, index) => key === expected[index] && (slots.includes(key) || sameJson(shape[key], canonical[key])),
  )
}
