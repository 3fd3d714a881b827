import { spawn } from 'node:child_process'

/** The real Claude Code with these words against a scripted provider: all that it said. */
export async function runClaude(
  claude: string,
  words: readonly string[],
  { dir, env, url }: { readonly dir: string; readonly env: NodeJS.ProcessEnv; readonly url: string },
): Promise<string> {
  const child = spawn(claude, [...words, '--model', 'claude-sonnet-4-5'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      ANTHROPIC_API_KEY: 'sk-fake',
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  })
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (out += data.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return out
}
