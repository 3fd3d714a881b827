import type { Command } from 'commander'
import type { ExamOptions } from '../commands/exam.ts'
import { positive, type Done } from './done.ts'

export function addReplay(program: Command, done: Done, isDefault: boolean): void {
  program
    .command('tour', { isDefault })
    .description('replay a long real session and see what Daypack does; no key needed')
    .option('--dir <folder>', 'keep the replayed session in this new folder (default: a temporary one)')
    .option('--svg <file>', 'draw the tokens of every request into this file')
    .action(async (options: { dir?: string; svg?: string }) => {
      const { tour } = await import('../commands/tour.ts')
      done(await tour(options.dir, options.svg))
    })
  program
    .command('replay [transcript]')
    .description(
      'replay one of your own sessions; without a file, offers the newest of Claude Code, Codex, pi, OpenCode, Gemini CLI and Qwen Code',
    )
    .option('--preset <names>', 'presets to compare, separated by commas, or "all"')
    .option('--window <tokens>', 'the context window (default: that of the recorded model)', positive)
    .option('--dir <folder>', 'keep the replayed session here')
    .option('--svg <file>', 'draw the tokens of every request into this file')
    .option('--json', 'print the figures as JSON')
    .action(
      async (
        file: string | undefined,
        options: { preset?: string; window?: number; dir?: string; svg?: string; json?: boolean },
      ) => {
        const { replayCommand } = await import('../commands/replay.ts')
        done(await replayCommand(file, options))
      },
    )
  program
    .command('exam [transcript]')
    .description(
      'how much does your agent forget? Questions on your own sessions, where an agent compacted; asks a model',
    )
    .option('--model <provider:name>', 'the model that writes, answers and grades the questions')
    .option('--points <number>', 'how many compactions, the newest first', positive, 3)
    .option('--window <tokens>', "the window of Daypack's hand-over", positive, 64_000)
    .option('--max-cost <dollars>', 'an exam that would cost more is not begun', Number, 2)
    .option('--yes', 'begin; without it only the estimate is printed')
    .option('--page <file>', 'write the table as a page to share, without contents')
    .option('--script <file>', "the scripted model's replies: a JSON list, or a module")
    .option('--json', 'print the figures as JSON')
    .action(async (file: string | undefined, options: ExamOptions) => {
      const { examCommand } = await import('../commands/exam.ts')
      done(await examCommand(file, options))
    })
  program
    .command('bench <folder>')
    .description('replay all sessions in a folder with every preset: cost, and what stays in view')
    .option('--preset <names>', 'presets to compare, separated by commas, or "all"')
    .option('--window <tokens>', 'the context window', positive, 200_000)
    .option('--json', 'print the figures as JSON')
    .action(async (folder: string, options: { preset?: string; window: number; json?: boolean }) => {
      const { benchCommand } = await import('../commands/bench.ts')
      done(await benchCommand(folder, options))
    })
}
