import type { Secret } from './redact.ts'

type Find = (text: string) => readonly Secret[]

const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,8000}={0,2}(?![A-Za-z0-9+/_-])/g
const HEX = /(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){16,4000}(?![0-9A-Fa-f])/g
/** Where a key written over several lines or strings is parted: `"abc" +\n "def"`, `abc\⏎def`, quoted mail. */
const JOINT =
  /["'`]?[ \t]{0,20}[\\+]?[ \t]{0,20}\r?\n[ \t>|]{0,20}[+]?[ \t]{0,20}["'`]?|["'`][ \t]{0,3}\+[ \t]{0,3}["'`]/g

/** Secrets in what is only encoded: the whole run is one when what it decodes to holds one. */
export function encodedSecrets(text: string, find: Find): Secret[] {
  return [...findDecoded(text, BASE64, 'base64', find), ...findDecoded(text, HEX, 'hex', find)]
}

function findDecoded(text: string, pattern: RegExp, encoding: 'base64' | 'hex', find: Find): Secret[] {
  const found: Secret[] = []
  for (const { 0: run, index } of text.matchAll(pattern)) {
    const inner = Buffer.from(run, encoding).toString('latin1')
    // A hash or a picture is no text: only what reads as text is looked into.
    if (!/^[\t\r\n -~]{12,}$/.test(inner)) continue
    const [secret] = find(inner)
    if (secret) found.push({ rule: secret.rule, from: index, to: index + run.length })
  }
  return found
}

/** Keys that are whole only when the lines or strings they are parted over are put together again. */
export function splitSecrets(text: string, findKeys: Find): Secret[] {
  if (!text.includes('\n') && !text.includes('+')) return []
  const cuts: { at: number; length: number }[] = []
  let joined = ''
  let end = 0
  for (const { 0: joint, index } of text.matchAll(JOINT)) {
    joined += text.slice(end, index)
    cuts.push({ at: joined.length, length: joint.length })
    end = index + joint.length
  }
  if (cuts.length === 0) return []
  joined += text.slice(end)
  return findKeys(joined).flatMap(({ rule, from, to }) => {
    const before = sum(cuts, (cut) => cut.at <= from)
    const inside = sum(cuts, (cut) => cut.at > from && cut.at < to)
    return inside === 0 ? [] : [{ rule, from: from + before, to: to + before + inside }]
  })
}

function sum(cuts: readonly { at: number; length: number }[], counts: (cut: { at: number }) => boolean): number {
  return cuts.reduce((total, cut) => total + (counts(cut) ? cut.length : 0), 0)
}
