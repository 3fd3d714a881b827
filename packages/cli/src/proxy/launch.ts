import path from 'node:path'
import { reasonOf } from 'daypack'
import { runProgram } from '../program/start.ts'

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

export async function launch(words: readonly string[], url: string, env: Environment): Promise<number> {
  const [command = '', ...args] = words
  try {
    return await runProgram(command, argumentsFor(command, args, url), { ...env, ...variables(url) })
  } catch (error) {
    throw new Error(`${command} could not be started: ${reasonOf(error)}`, { cause: error })
  }
}
