import { onTestFinished } from 'vitest'
import { project, within, type Project } from '../run.ts'

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\d+ MB free on its disk/g, '<space>'],
  [/Node [\d.]+, SQLite [\d.]+, \w+ \w+/g, '<versions>'],
  [/\b[0-9a-f]{12,}\b/g, '<hash>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
]

type Answer = readonly (string | number | null)[]

/** An empty folder, and command lines in it: each with its exit code, what it printed, and what went beside it. */
export function commandLines() {
  const at: Project = project()
  onTestFinished(() => at.remove())
  const ran = async (line: string, env: Record<string, string> = {}): Promise<Answer> => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const { code, out, err } = await within(at, words, env)
    const masked = (text: string) =>
      MASKS.reduce((all, [form, name]) => all.replaceAll(form, name), text.replaceAll(at.dir, '<dir>'))
        .trimEnd()
        .split('\n')
    return [line, code, ...masked(out), ...(err === '' ? [] : ['beside:', ...masked(err)])]
  }
  const all = async (...lines: string[]) => {
    const answers: Answer[] = []
    for (const line of lines) answers.push(await ran(line))
    return answers
  }
  return { at, ran, all }
}
