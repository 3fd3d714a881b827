const LF = 0x0a

export function newlines(data: Uint8Array, from = 0, to = data.length): number {
  let count = 0
  for (let at = data.indexOf(LF, from); at >= 0 && at < to; at = data.indexOf(LF, at + 1)) count++
  return count
}

export function lineCount(data: Uint8Array): number {
  return data.length === 0 ? 0 : newlines(data) + 1
}
