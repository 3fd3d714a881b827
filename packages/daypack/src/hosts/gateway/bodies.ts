import { readBody, type Body } from '../../wire/body.ts'

/** Conversations whose newest body is kept: agents resend everything, and only what is new is read. */
const MOST = 64

/** Reads bodies; `of` names the conversation as well as can be told before it is read. */
export function bodies(): (of: string, text: string) => Body | undefined {
  const newest = new Map<string, Body>()
  return (of, text) => {
    const body = readBody(text, newest.get(of))
    newest.delete(of)
    if (body) newest.set(of, body)
    for (const old of newest.keys()) if (newest.size > MOST) newest.delete(old)
    return body
  }
}
