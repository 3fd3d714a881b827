import { spawn } from 'node:child_process'
import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

export function variables(url: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_BASE: `${url}/v1`,
    OPENAI_HOST: url,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_BASE_URL: url,
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      provider: {
        anthropic: { options: { baseURL: `${url}/v1` } },
        openai: { options: { baseURL: `${url}/v1` } },
        google: { options: { baseURL: `${url}/v1beta` } },
      },
    }),
  }
}

/** Codex takes the address as a setting only. */
export function argumentsFor(command: string, args: readonly string[], url: string): string[] {
  const isCodex = /^codex(\.\w+)?$/.test(path.basename(command))
  if (!isCodex || args.some((arg) => /openai_base_url|model_provider/.test(arg))) return [...args]
  return ['-c', `openai_base_url="${url}/v1"`, ...args]
}

export function launch(words: readonly string[], url: string, env: Environment): Promise<number> {
  const [command = '', ...args] = words
  return new Promise((resolve, reject) => {
    const child = spawn(command, argumentsFor(command, args, url), {
      stdio: 'inherit',
      env: { ...env, ...variables(url) },
    })
    // The terminal tells the agent, too: it decides what Ctrl-C means.
    const ignore = () => {}
    process.on('SIGINT', ignore)
    const pass = () => child.kill('SIGTERM')
    process.on('SIGTERM', pass)
    child.on('error', (error) => reject(new Error(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => {
      process.off('SIGINT', ignore)
      process.off('SIGTERM', pass)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}
