import type { Message } from 'daypack'
import { answer, request, step } from 'daypack-testing'

const SOURCE = Array.from({ length: 30 }, (_, at) => `export const route${at} = '/login/${at}'`).join('\n')
const CHECKS = Array.from({ length: 30 }, (_, at) => `ok ${at + 1} - route ${at} answers`).join('\n')

/** The conversation the documents' table of sections speaks of. */
export function loginTalk(): Message[] {
  return [
    request('Build a user login system. Use TypeScript, no frameworks.'),
    answer('I start with the login API in src/auth.ts.'),
    ...step({
      tool: 'write_file',
      input: { file_path: 'src/auth.ts', content: SOURCE },
      output: 'Wrote src/auth.ts',
    }),
    answer('Login API done. We chose JWT over Sessions, because it is stateless.'),
    request('Now the registration, please.'),
    ...step({
      tool: 'run_shell',
      input: { command: 'npm test' },
      output: `${CHECKS}\n[exit code 1]\nError: ECONNREFUSED 127.0.0.1:5432 in connectDatabase()`,
      isError: true,
    }),
    answer(
      'The registration API is in progress; its test fails in connectDatabase(). Next I implement the password reset feature.',
    ),
    request('Thanks. How long will it take?'),
    answer('About an hour.'),
    request('ok'),
  ]
}

/** What the table has as an example in each section. */
export const COPAW_SECTIONS = [
  ['Goal', 'Build a user login system'],
  ['Constraints', 'Use TypeScript, no frameworks'],
  ['Progress', 'Login API done'],
  ['Key Decisions', 'JWT over Sessions'],
  ['Next Steps', 'password reset feature'],
  ['Critical Context', 'src/auth.ts'],
  ['Critical Context', 'ECONNREFUSED'],
] as const
