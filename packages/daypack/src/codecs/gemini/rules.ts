import { sameJson } from '../shared/wire.ts'
import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import { bodyBytes, type Found, ruleBook, type ValidateOptions } from '../shared/rules.ts'

type Gemini = { readonly request: JsonObject; readonly model: string; readonly contents: readonly Content[] }
type Content = { readonly role: string; readonly parts: readonly JsonObject[] }

function readGemini(request: JsonObject): Gemini {
  const list = isList(request['contents']) ? request['contents'] : []
  const contents = list.map((wire): Content => {
    const parts = isObject(wire) ? wire['parts'] : undefined
    return { role: stringAt(wire, 'role') ?? 'user', parts: isList(parts) ? parts.filter(isObject) : [] }
  })
  return { request, model: stringAt(request, 'model') ?? '', contents }
}

export const geminiRules = ruleBook<Gemini>(readGemini, [
  { id: 'G-01', check: callsAfterUser },
  { id: 'G-02', check: asManyResponses },
  { id: 'G-03', check: responsesAlone },
  { id: 'G-04', check: nonEmpty },
  { id: 'G-05', check: roles },
  { id: 'G-06', check: signatures },
  { id: 'G-07', check: limits, level: 'warning', isSize: true },
])

const calls = (content: Content | undefined) => (content?.parts ?? []).filter((part) => isObject(part['functionCall']))
const responses = (content: Content | undefined) =>
  (content?.parts ?? []).filter((part) => isObject(part['functionResponse']))
const levelOf = ({ strict }: ValidateOptions): { level?: 'warning' } => (strict ? {} : { level: 'warning' })

function callsAfterUser({ contents }: Gemini): Found[] {
  return contents.flatMap((content, at): Found[] => {
    const before = contents[at - 1]
    if (calls(content).length === 0 || (before !== undefined && before.role !== 'model')) return []
    return [
      {
        path: `contents[${at}]`,
        text: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      },
    ]
  })
}

const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

function asManyResponses({ contents }: Gemini): Found[] {
  return contents.flatMap((content, at): Found[] => {
    const called = calls(content).length
    if (called > 0 && responses(contents[at + 1]).length !== called) return [{ path: `contents[${at}]`, text: UNEVEN }]
    if (responses(content).length > 0 && calls(contents[at - 1]).length === 0)
      return [{ path: `contents[${at}]`, text: UNEVEN }]
    return []
  })
}

function responsesAlone({ contents }: Gemini, options: ValidateOptions): Found[] {
  return contents.flatMap((content, at): Found[] => {
    const mixed = responses(content).length > 0 && content.parts.some((part) => typeof part['text'] === 'string')
    if (!mixed) return []
    return [
      {
        path: `contents[${at}].parts`,
        text: 'function response parts cannot be mixed with text parts in one content',
        ...levelOf(options),
      },
    ]
  })
}

function nonEmpty({ contents }: Gemini): Found[] {
  if (contents.length === 0) return [{ path: 'contents', text: 'Model input cannot be empty.' }]
  return contents.flatMap((content, at): Found[] => {
    if (content.parts.length === 0)
      return [{ path: `contents[${at}].parts`, text: 'contents.parts must not be empty.' }]
    const bare = content.parts.some((part) => part['text'] === '' && part['thoughtSignature'] === undefined)
    return bare
      ? [
          {
            path: `contents[${at}].parts`,
            text: 'Unable to submit request because it must include at least one parts field',
          },
        ]
      : []
  })
}

function roles({ contents }: Gemini, options: ValidateOptions): Found[] {
  const found = contents.flatMap((content, at): Found[] => {
    if (content.role !== 'user' && content.role !== 'model')
      return [{ path: `contents[${at}].role`, text: 'Please use a valid role: user, model.' }]
    if (at === 0 || contents[at - 1]?.role !== content.role) return []
    return [
      {
        path: `contents[${at}].role`,
        text: 'Please ensure that multiturn requests alternate between user and model.',
        ...levelOf(options),
      },
    ]
  })
  if (contents.at(-1)?.role === 'model')
    found.push({
      path: `contents[${contents.length - 1}]`,
      text: 'Requests ending with a model turn are not supported.',
      ...levelOf(options),
    })
  return found
}

/** Gemini 3 demands the signature on the first call of each step of the current turn; earlier models take it or leave it. */
function signatures({ model, contents }: Gemini, options: ValidateOptions): Found[] {
  return [
    ...(/gemini-([3-9]|\d\d)/.test(model) ? missingSignatures(contents) : []),
    ...changedSignatures(contents, options),
  ]
}

function missingSignatures(contents: readonly Content[]): Found[] {
  const start = contents.findLastIndex((content) => content.role !== 'model' && responses(content).length === 0)
  return contents.flatMap((content, at): Found[] => {
    const [first] = calls(content)
    if (at <= start || !first || signatureOf(first) !== undefined) return []
    const name = stringAt(first['functionCall'], 'name') ?? ''
    const text = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`${name}\`, position ${at}.`
    return [{ path: `contents[${at}].parts`, text }]
  })
}

function changedSignatures(contents: readonly Content[], { previous }: ValidateOptions): Found[] {
  if (!isObject(previous)) return []
  const before = readGemini(previous).contents.flatMap((content) => calls(content))
  return contents.flatMap((content, at): Found[] => {
    const corrupted = calls(content).some((part) => {
      const known = before
        .filter((old) => sameJson(old['functionCall'], part['functionCall']))
        .flatMap((old) => signatureOf(old) ?? [])
      const signature = signatureOf(part)
      return signature !== undefined && known.length > 0 && !known.includes(signature)
    })
    return corrupted ? [{ path: `contents[${at}].parts`, text: 'Corrupted thought signature.' }] : []
  })
}

function signatureOf(part: JsonObject): string | undefined {
  return stringAt(part, 'thoughtSignature') ?? stringAt(part, 'thought_signature')
}

const MAX_BODY = 20 * 1024 * 1024
const MAX_IMAGES = 3_600

function limits({ request, contents }: Gemini, options: ValidateOptions): Found[] {
  const images = contents
    .flatMap((content) => content.parts)
    .filter((part) => stringAt(part['inlineData'], 'mimeType')?.startsWith('image/')).length
  const found: Found[] = []
  if (bodyBytes(request, options) > MAX_BODY)
    found.push({ path: '', text: 'Request payload size exceeds the limit: 20971520 bytes.' })
  if (images > MAX_IMAGES) found.push({ path: 'contents', text: `too many images: ${images} > ${MAX_IMAGES}` })
  return found
}
