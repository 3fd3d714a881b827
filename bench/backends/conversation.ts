// One made-up tool loop, as long as wanted.
const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ')

function text(seed: number, length: number): string {
  let out = ''
  for (let n = seed; out.length < length; n++) out += `${words[(n * 7919) % words.length]} ${n % 97} `
  return out.slice(0, length)
}

/** Grow a list of Anthropic's messages to this many: a request, then exchanges of two. */
export function growWire(list: object[], upTo: number): object[] {
  if (list.length === 0) list.push({ role: 'user', content: text(1, 400) })
  while (list.length < upTo) list.push(...exchange(list.length))
  return list
}

/** The exchange that begins with message `at` (the request is message 0). */
function exchange(at: number): object[] {
  const id = `toolu_${at}`
  return [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: text(at, 120) },
        { type: 'tool_use', id, name: 'read_file', input: { file_path: `src/${at}.ts` } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text(at + 1, 1_500) }] },
  ]
}
