import { sameJson } from '../shared/wire.ts'
import { isList, isObject, stringAt, type JsonObject } from '../../model/json.ts'
import { bodyBytes, type Report, ruleBook, type ValidateOptions } from '../shared/rules.ts'

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
const unlessStrict = ({ strict }: ValidateOptions) => (strict ? undefined : 'warning')

function callsAfterUser({ contents }: Gemini, report: Report): void {
  contents.forEach((content, at) => {
    const before = contents[at - 1]
    if (calls(content).length > 0 && (before === undefined || before.role === 'model'))
      report(
        `contents[${at}]`,
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
  })
}

const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

function asManyResponses({ contents }: Gemini, report: Report): void {
  contents.forEach((content, at) => {
    const called = calls(content).length
    const isUnanswered = called > 0 && responses(contents[at + 1]).length !== called
    const isUncalled = responses(content).length > 0 && calls(contents[at - 1]).length === 0
    if (isUnanswered || isUncalled) report(`contents[${at}]`, UNEVEN)
  })
}

function responsesAlone({ contents }: Gemini, report: Report, options: ValidateOptions): void {
  contents.forEach((content, at) => {
    if (responses(content).length > 0 && content.parts.some((part) => typeof part['text'] === 'string'))
      report(
        `contents[${at}].parts`,
        'function response parts cannot be mixed with text parts in one content',
        unlessStrict(options),
      )
  })
}

function nonEmpty({ contents }: Gemini, report: Report): void {
  if (contents.length === 0) report('contents', 'Model input cannot be empty.')
  contents.forEach(({ parts }, at) => {
    const path = `contents[${at}].parts`
    if (parts.length === 0) report(path, 'contents.parts must not be empty.')
    else if (parts.some((part) => part['text'] === '' && part['thoughtSignature'] === undefined))
      report(path, 'Unable to submit request because it must include at least one parts field')
  })
}

function roles({ contents }: Gemini, report: Report, options: ValidateOptions): void {
  contents.forEach(({ role }, at) => {
    if (role !== 'user' && role !== 'model') report(`contents[${at}].role`, 'Please use a valid role: user, model.')
    else if (contents[at - 1]?.role === role)
      report(
        `contents[${at}].role`,
        'Please ensure that multiturn requests alternate between user and model.',
        unlessStrict(options),
      )
  })
  if (contents.at(-1)?.role === 'model')
    report(
      `contents[${contents.length - 1}]`,
      'Requests ending with a model turn are not supported.',
      unlessStrict(options),
    )
}

/** Gemini 3 demands the signature on the first call of each step of the current turn; earlier models take it or leave it. */
function signatures({ model, contents }: Gemini, report: Report, { previous }: ValidateOptions): void {
  if (/gemini-([3-9]|\d\d)/.test(model)) missingSignatures(contents, report)
  if (isObject(previous)) changedSignatures(contents, readGemini(previous).contents, report)
}

function missingSignatures(contents: readonly Content[], report: Report): void {
  const start = contents.findLastIndex((content) => content.role !== 'model' && responses(content).length === 0)
  contents.forEach((content, at) => {
    const [first] = calls(content)
    if (at <= start || !first || signatureOf(first) !== undefined) return
    const name = stringAt(first['functionCall'], 'name') ?? ''
    const text = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`${name}\`, position ${at}.`
    report(`contents[${at}].parts`, text)
  })
}

function changedSignatures(contents: readonly Content[], previous: readonly Content[], report: Report): void {
  const before = previous.flatMap((content) => calls(content))
  contents.forEach((content, at) => {
    const isCorrupted = calls(content).some((part) => {
      const known = before
        .filter((old) => sameJson(old['functionCall'], part['functionCall']))
        .flatMap((old) => signatureOf(old) ?? [])
      const signature = signatureOf(part)
      return signature !== undefined && known.length > 0 && !known.includes(signature)
    })
    if (isCorrupted) report(`contents[${at}].parts`, 'Corrupted thought signature.')
  })
}

function signatureOf(part: JsonObject): string | undefined {
  return stringAt(part, 'thoughtSignature') ?? stringAt(part, 'thought_signature')
}

const MAX_BODY = 20 * 1024 * 1024
const MAX_IMAGES = 3_600

function limits({ request, contents }: Gemini, report: Report, options: ValidateOptions): void {
  const images = contents
    .flatMap((content) => content.parts)
    .filter((part) => stringAt(part['inlineData'], 'mimeType')?.startsWith('image/')).length
  if (bodyBytes(request, options) > MAX_BODY) report('', 'Request payload size exceeds the limit: 20971520 bytes.')
  if (images > MAX_IMAGES) report('contents', `too many images: ${images} > ${MAX_IMAGES}`)
}
