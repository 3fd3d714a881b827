import { isObject, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import { inlineText, type MediaBlock, type OpaqueBlock } from '../../model/message.ts'
import { mediaWithSize } from './portable.ts'
import { asResidue, opaque, type Residue } from './wire.ts'

/** Where a wire has the data or address of a medium: `['image_url', 'url']`, `['data']`, `['source', 'data']` … */
export type Path = readonly string[]
type MediaResidue = Residue & { readonly path?: Path }

/** The medium found at the first of the paths that leads to a text; what a `data:` address says before the data stays in the shape. */
export function readMediaAt(wire: JsonObject, paths: readonly Path[], mediaType = ''): MediaBlock | OpaqueBlock {
  const path = paths.find((candidate) => textAt(wire, candidate) !== undefined)
  const found = path && textAt(wire, path)
  if (!path || found === undefined) return opaque(wire)
  const [before = '', inner = mediaType] = /^data:([^;,]+);base64,/.exec(found) ?? []
  const residue: MediaResidue = { shape: withText(wire, path, before), path }
  return { ...mediaWithSize(inner, found.slice(before.length)), wire: residue as JsonObject }
}

/** Undefined for a medium of another codec. */
export function writeMediaAt(block: MediaBlock): JsonObject | undefined {
  const { shape, path } = asResidue<MediaResidue>(block.wire) ?? {}
  return shape && path && withText(shape, path, (textAt(shape, path) ?? '') + inlineText(block.content))
}

function textAt(wire: JsonObject, path: Path): string | undefined {
  const end = path
    .slice(0, -1)
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), wire)
  return stringAt(end, path.at(-1) ?? '')
}

function withText(wire: JsonObject, [key = '', ...rest]: Path, text: string): JsonObject {
  const inner = wire[key]
  return { ...wire, [key]: rest.length > 0 && isObject(inner) ? withText(inner, rest, text) : text }
}
