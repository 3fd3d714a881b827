import type { Message } from 'daypack'
import { answer, request, step } from '../src/desk.ts'

export function work(steps: number): Message[] {
  const messages = [
    request('Build the login service in src/auth.ts. Never touch the schema.'),
    answer('I decided to use JWT because it needs no table.'),
  ]
  for (let index = 0; index < steps; index++) {
    const path = `/srv/src/module${index % 7}.ts`
    const output = Array.from(
      { length: 40 },
      (_, line) => `     ${line + 1}→export const value${index}_${line} = compute${index}(${line})`,
    ).join('\n')
    messages.push(...step({ tool: 'Read', input: { file_path: path }, output }))
    messages.push(
      ...step({
        tool: 'Edit',
        input: {
          file_path: path,
          old_string: `value${index}_3 = compute${index}(3)`,
          new_string: `value${index}_3 = patched${index}(3)`,
        },
        output: 'ok',
      }),
    )
  }
  return messages
}
