import type { Message } from '../../src/model/message.ts'
import { answer, request, step } from '../../../daypack-testing/src/desk.ts'

export const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')

/** The documents' own example: a login system. */
export const LOGIN: readonly Message[] = [
  request('Build a user login system. Use TypeScript, no frameworks.'),
  answer('I start with the login API in src/auth.ts.'),
  request('Constraint: passwords must be hashed with argon2, always.'),
  ...step({
    tool: 'write_file',
    input: { file_path: 'src/auth.ts', content: 'export function login() {}' },
    output: 'Wrote src/auth.ts',
  }),
  answer('We decided: JWT over Sessions, because it is stateless. The login API is done.'),
  request('Now the registration, please.'),
  ...step({
    tool: 'run_shell',
    input: { command: 'npm test' },
    output: `${lines(30, 'ok')}\n[exit code 1]\nError: ECONNREFUSED 127.0.0.1:5432 in connectDatabase()`,
    isError: true,
  }),
  answer('The test fails: ECONNREFUSED in connectDatabase(). Next I start the database.'),
  request('Then implement password reset.'),
  answer('Next: implement the password reset feature in src/reset.ts.'),
  request('Go on.'),
]
