import { imageSize } from '../../shared/image-size.ts'
import { isList, isObject, numberAt, stringAt } from '../../../model/json.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Messages } from './blocks.ts'
import { bodyBytes, type Report, type Rule, type ValidateOptions } from '../../shared/rules.ts'

export const limitRules: readonly Rule<Messages>[] = [
  { id: 'A-21', check: images },
  { id: 'A-22', check: body, isSize: true },
  { id: 'A-23', check: window, isSize: true },
]

const BIG_WINDOW = 200_000
const MANY_IMAGES = 20
const MAX_BODY = 32 * 1024 * 1024

function images({ blocks }: Messages, report: Report, options: ValidateOptions): void {
  const all = blocks.flatMap(({ block, path }) => imagesIn(block, path))
  const max = (options.window ?? 0) > BIG_WINDOW ? 600 : 100
  const over = all[max]
  if (over) report(over.path, `messages: too many images: ${all.length} > ${max} maximum`)
  const side = all.length > MANY_IMAGES ? 2000 : 8000
  const big = all.find(({ source }) => {
    const size = source['type'] === 'base64' ? imageSize(stringAt(source, 'data') ?? '') : undefined
    return size !== undefined && Math.max(size.width, size.height) > side
  })
  if (!big) return
  const kind = side === 2000 ? 'for many-image requests: 2000 pixels' : ': 8000 pixels'
  report(big.path, `${big.path}.image.source: At least one of the image dimensions exceed max allowed size ${kind}`)
}

function imagesIn(block: JsonObject, path: string): { source: JsonObject; path: string }[] {
  if (block['type'] === 'image' && isObject(block['source'])) return [{ source: block['source'], path }]
  if (block['type'] !== 'tool_result' || !isList(block['content'])) return []
  return block['content'].flatMap((part, index) => (isObject(part) ? imagesIn(part, `${path}.content.${index}`) : []))
}

function body({ request }: Messages, report: Report, options: ValidateOptions): void {
  if (bodyBytes(request, options) > MAX_BODY) report('', 'request_too_large: Request exceeds the maximum size')
}

function window({ request }: Messages, report: Report, { tokens, window: size }: ValidateOptions): void {
  if (tokens === undefined || size === undefined) return
  const output = numberAt(request, 'max_tokens') ?? 0
  const text = `input length and \`max_tokens\` exceed context limit: ${tokens} + ${output} > ${size}, decrease input length or \`max_tokens\` and try again`
  if (tokens > size) report('messages', `prompt is too long: ${tokens} tokens > ${size} maximum`)
  else if (tokens + output > size) report('max_tokens', text)
}
