import claudeCode from './claude-code.json' with { type: 'json' }
import cline from './cline.json' with { type: 'json' }
import codex from './codex.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import copilot from './copilot.json' with { type: 'json' }
import cursor from './cursor.json' with { type: 'json' }
import daypack from './daypack.json' with { type: 'json' }
import type { Dialect } from './dialect.ts'
import geminiCli from './gemini-cli.json' with { type: 'json' }
import goose from './goose.json' with { type: 'json' }
import opencode from './opencode.json' with { type: 'json' }
import openhands from './openhands.json' with { type: 'json' }
import pi from './pi.json' with { type: 'json' }
import qwenCode from './qwen-code.json' with { type: 'json' }
import sweAgent from './swe-agent.json' with { type: 'json' }

/** In this order: where two agents write the same, the first one's meaning holds; `common` is what many write. */
export const DIALECTS: readonly Dialect[] = [
  claudeCode,
  codex,
  opencode,
  goose,
  pi,
  geminiCli,
  qwenCode,
  cursor,
  cline,
  copilot,
  openhands,
  sweAgent,
  daypack,
  common,
]

type Lists = { [Field in keyof Dialect as Dialect[Field] extends readonly string[] | undefined ? Field : never]: true }

/** What all dialects list under a field. */
export function listOf(field: keyof Lists): string[] {
  return [...new Set(DIALECTS.flatMap((dialect) => dialect[field] ?? []))]
}

/** One pattern for what all dialects list under a field, with `before` and `after` around it. */
export function patternOf(field: keyof Lists, before = '', after = ''): RegExp {
  return new RegExp(`${before}(?:${listOf(field).join('|')})${after}`, 'i')
}
