// One made-up tool loop in the shapes of everybody: as long as wanted, the same content in each.
const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ')

export function text(seed: number, length: number): string {
  let out = ''
  for (let n = seed; out.length < length; n++) out += `${words[(n * 7919) % words.length]} ${n % 97} `
  return out.slice(0, length)
}

export type Exchange = { readonly id: string; readonly said: string; readonly path: string; readonly result: string }

/** The exchange that begins with message `at` (the request is message 0). */
export function exchange(at: number): Exchange {
  return { id: `toolu_${at}`, said: text(at, 120), path: `src/${at}.ts`, result: text(at + 1, 1_500) }
}

/** Grow a list to this many messages: a request, then exchanges of two. */
export function grow<T>(list: T[], upTo: number, first: T, two: (one: Exchange) => readonly [T, T]): T[] {
  if (list.length === 0) list.push(first)
  while (list.length < upTo) list.push(...two(exchange(list.length)))
  return list
}

/** Anthropic's messages. */
export function growWire(list: object[], upTo: number): object[] {
  return grow<object>(list, upTo, { role: 'user', content: text(1, 400) }, ({ id, said, path, result }) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: said },
        { type: 'tool_use', id, name: 'read_file', input: { file_path: path } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
  ])
}
