import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import { bodyBytes, ruleBook, type Finding, type ValidateOptions } from '../shared/rules.ts'

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

const MAX_BODY = 20 * 1024 * 1024
const MAX_IMAGES = 3_600
const CALL_TOO_EARLY =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const MIXED = 'function response parts cannot be mixed with text parts in one content'
const SAME_ROLE = 'Please ensure that multiturn requests alternate between user and model.'

export const geminiRules = ruleBook<Gemini>(readGemini, {
  'G-01': ({ contents }) =>
    contents.map((content, at) => {
      const isEarly = (contents[at - 1]?.role ?? 'model') === 'model'
      return calls(content).length > 0 && isEarly && [`contents[${at}]`, CALL_TOO_EARLY]
    }),
  'G-02': ({ contents }) =>
    contents.map((content, at) => {
      const called = calls(content).length
      const isUnanswered = called > 0 && responses(contents[at + 1]).length !== called
      const isUncalled = responses(content).length > 0 && calls(contents[at - 1]).length === 0
      return (isUnanswered || isUncalled) && [`contents[${at}]`, UNEVEN]
    }),
  'G-03': ({ contents }, options) =>
    contents.map((content, at) => {
      const isMixed = responses(content).length > 0 && content.parts.some((part) => typeof part['text'] === 'string')
      return isMixed && [`contents[${at}].parts`, MIXED, unlessStrict(options)]
    }),
  'G-04': ({ contents }) => [
    contents.length === 0 && ['contents', 'Model input cannot be empty.'],
    ...contents.map(({ parts }, at): Finding | false => {
      const path = `contents[${at}].parts`
      if (parts.length === 0) return [path, 'contents.parts must not be empty.']
      const isEmpty = parts.some((part) => part['text'] === '' && part['thoughtSignature'] === undefined)
      return isEmpty && [path, 'Unable to submit request because it must include at least one parts field']
    }),
  ],
  'G-05': ({ contents }, options) => [
    ...contents.map(({ role }, at): Finding | false => {
      const path = `contents[${at}].role`
      if (role !== 'user' && role !== 'model') return [path, 'Please use a valid role: user, model.']
      return contents[at - 1]?.role === role && [path, SAME_ROLE, unlessStrict(options)]
    }),
    contents.at(-1)?.role === 'model' && [
      `contents[${contents.length - 1}]`,
      'Requests ending with a model turn are not supported.',
      unlessStrict(options),
    ],
  ],
  // Gemini 3 demands the signature on the first call of each step of the current turn; earlier models take it or leave it.
  'G-06': ({ model, contents }) => (isGemini3(model) ? missingSignatures(contents) : []),
  'G-07': {
    level: 'warning',
    isSize: true,
    check({ request, contents }, options) {
      const parts = contents.flatMap((content) => content.parts)
      const images = parts.filter((part) => stringAt(part['inlineData'], 'mimeType')?.startsWith('image/')).length
      return [
        bodyBytes(request, options) > MAX_BODY && ['', `Request payload size exceeds the limit: ${MAX_BODY} bytes.`],
        images > MAX_IMAGES && ['contents', `too many images: ${images} > ${MAX_IMAGES}`],
      ]
    },
  },
})

export function isGemini3(model: string): boolean {
  return /gemini-([3-9]|\d\d)/.test(model)
}

function calls(content: Content | undefined): readonly JsonObject[] {
  return (content?.parts ?? []).filter((part) => isObject(part['functionCall']))
}

function responses(content: Content | undefined): readonly JsonObject[] {
  return (content?.parts ?? []).filter((part) => isObject(part['functionResponse']))
}

function unlessStrict({ strict }: ValidateOptions): 'warning' | undefined {
  return strict ? undefined : 'warning'
}

function missingSignatures(contents: readonly Content[]): (Finding | false)[] {
  const start = contents.findLastIndex((content) => content.role !== 'model' && responses(content).length === 0)
  return contents.map((content, at) => {
    const [first] = calls(content)
    if (at <= start || !first || signatureOf(first) !== undefined) return false
    const name = stringAt(first['functionCall'], 'name') ?? ''
    const text = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`${name}\`, position ${at}.`
    return [`contents[${at}].parts`, text]
  })
}

function signatureOf(part: JsonObject): string | undefined {
  return stringAt(part, 'thoughtSignature') ?? stringAt(part, 'thought_signature')
}
