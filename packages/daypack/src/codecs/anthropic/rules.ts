import { isList, isObject, numberAt, stringAt, type JsonObject } from '../../model/json.ts'
import { imageSize } from '../shared/image-size.ts'
import { bodyBytes, ruleBook, type Rules } from '../shared/rules.ts'
import { readMessages, type Messages } from './rules/blocks.ts'
import { markerRules } from './rules/markers.ts'
import { pairingRules } from './rules/pairing.ts'
import { thinkingRules } from './rules/thinking.ts'

const BIG_WINDOW = 200_000
const MANY_IMAGES = 20
const MAX_BODY = 32 * 1024 * 1024

const limitRules: Rules<Messages> = {
  'A-21'({ blocks }, { window = 0 }) {
    const all = blocks.flatMap(({ block, path }) => imagesIn(block, path))
    const max = window > BIG_WINDOW ? 600 : 100
    const over = all[max]
    const side = all.length > MANY_IMAGES ? 2000 : 8000
    const big = all.find(({ source }) => {
      const size = source['type'] === 'base64' ? imageSize(stringAt(source, 'data') ?? '') : undefined
      return size !== undefined && Math.max(size.width, size.height) > side
    })
    const kind = side === 2000 ? 'for many-image requests: 2000 pixels' : ': 8000 pixels'
    const text = `${big?.path}.image.source: At least one of the image dimensions exceed max allowed size ${kind}`
    return [over && [over.path, `messages: too many images: ${all.length} > ${max} maximum`], big && [big.path, text]]
  },
  'A-22': {
    isSize: true,
    check: ({ request }, options) => [
      bodyBytes(request, options) > MAX_BODY && ['', 'request_too_large: Request exceeds the maximum size'],
    ],
  },
  'A-23': {
    isSize: true,
    check({ request }, { tokens, window: size }) {
      if (tokens === undefined || size === undefined) return []
      const output = numberAt(request, 'max_tokens') ?? 0
      if (tokens > size) return [['messages', `prompt is too long: ${tokens} tokens > ${size} maximum`]]
      const text = `input length and \`max_tokens\` exceed context limit: ${tokens} + ${output} > ${size}, decrease input length or \`max_tokens\` and try again`
      return [tokens + output > size && ['max_tokens', text]]
    },
  },
}

export const anthropicRules = ruleBook(readMessages, {
  ...pairingRules,
  ...markerRules,
  ...thinkingRules,
  ...limitRules,
})

function imagesIn(block: JsonObject, path: string): { source: JsonObject; path: string }[] {
  if (block['type'] === 'image' && isObject(block['source'])) return [{ source: block['source'], path }]
  if (block['type'] !== 'tool_result' || !isList(block['content'])) return []
  return block['content'].flatMap((part, index) => (isObject(part) ? imagesIn(part, `${path}.content.${index}`) : []))
}
