import type { Evidence, Statement } from './evidence.ts'
import type { Sections } from './note/sections.ts'
import { clip, flat, sentences } from './sentences.ts'

/** The sections of a hand-over, written from the evidence alone: nothing here was not said or done. */
export function extractSections(evidence: Evidence): Sections {
  return {
    goal: goal(evidence),
    constraints: constraints(evidence),
    done: done(evidence),
    inProgress: inProgress(evidence),
    blocked: blocked(evidence),
    decisions: decisions(evidence),
    next: next(evidence),
    context: [],
  }
}

const ORDER =
  /\b(?:must|should(?:n't)?|never|always|don't|do not|only|without|prefer|make sure|ensure|avoid|keep|instead of|no need|not allowed|has to|needs? to)\b|必须|不要|不能|不许|务必|始终|只能|应该|避免|优先|保持|请勿|不得|需要|一定要/i
const DECISION =
  /\b(?:decid(?:e|ed|ing)|chose|choose|opted|because|instead|root cause|turns out|the (?:issue|problem|bug|reason|cause|fix) (?:is|was)|I'll use|we(?:'ll| will) use|approach|trade-?off|so that|rather than)\b|决定|选择|采用|改为|改用|因为|原因是|问题在于|方案|之所以|因此/i
const STEP =
  /\b(?:next|now I(?:'ll| need| will)?|let me|then I|remaining|still (?:need|to do)|to do|I(?:'ll| will) (?:now|next|then))\b|接下来|下一步|然后|现在(?:我|需要)|还需要|待办/i

/** What was asked first, what is asked now. */
function goal(evidence: Evidence): string[] {
  const first = evidence.requests.find((request) => request.text.length > 20) ?? evidence.requests[0]
  const latest = evidence.requests.at(-1)
  const items: string[] = []
  if (first) items.push(`First asked: “${clip(flat(first.text), 400)}” ${cite(first)}`)
  if (latest && latest !== first) items.push(`Asked last: “${clip(flat(latest.text), 400)}” ${cite(latest)}`)
  return items
}

/** Sentences of the person that order or forbid something, newest first, in their words. */
function constraints(evidence: Evidence): string[] {
  const found: string[] = []
  for (const request of evidence.requests.toReversed()) {
    for (const sentence of sentences(request.text.slice(0, 8000))) {
      if (sentence.length <= 300 && ORDER.test(sentence) && !/[?？]$/.test(sentence))
        found.push(`“${flat(sentence)}” ${cite(request)}`)
    }
  }
  return distinct(found)
}

function done(evidence: Evidence): string[] {
  const items = evidence.todos
    .filter((todo) => todo.status === 'done')
    .map((todo) => `[x] ${clip(todo.text, 160)}`)
    .toReversed()
  const changed = [...evidence.files.files.values()]
    .filter((file) => file.changes > 0)
    .toSorted((one, other) => other.touched - one.touched)
  if (changed.length > 0) {
    const names = changed.slice(0, 12).map((file) => file.path.split('/').at(-1) ?? file.path)
    const more = changed.length > names.length ? ` and ${changed.length - names.length} more` : ''
    items.push(`Changed ${changed.length} ${changed.length === 1 ? 'file' : 'files'}: ${names.join(', ')}${more}`)
  }
  const passed = [...evidence.commands.values()].toReversed().find((run) => run.ok && CHECK.test(run.line))
  if (passed) items.push(`Last check that passed: \`${clip(flat(passed.line), 140)}\` [seq ${passed.seq}]`)
  const commit = [...evidence.commands.values()].toReversed().find((run) => run.ok && /\bgit commit\b/.test(run.line))
  if (commit) items.push(`Last commit: \`${clip(flat(commit.line), 200)}\` [seq ${commit.seq}]`)
  return items
}

const CHECK = /\b(?:test|tests|lint|build|check|vet|tsc|pytest|jest|vitest|cargo|make|mise)\b/

function inProgress(evidence: Evidence): string[] {
  const items = evidence.todos
    .filter((todo) => todo.status === 'in-progress')
    .map((todo) => `[ ] ${clip(todo.text, 200)}`)
  const last = evidence.statements.at(-1)
  const said = last ? sentences(last.text).at(-1) : undefined
  if (last && said) items.push(`Said last: “${clip(flat(said), 240)}” ${cite(last)}`)
  return items
}

/** Commands whose newest run failed, if that was lately. */
function blocked(evidence: Evidence): string[] {
  return [...evidence.commands.values()]
    .filter((run) => !run.ok && run.said !== '' && evidence.count - run.at <= 40)
    .toReversed()
    .slice(0, 4)
    .map((run) => `\`${clip(flat(run.line), 120)}\` fails: ${clip(run.said, 160)} [seq ${run.seq}]`)
}

/** What the agent said it decided or found, newest first. */
function decisions(evidence: Evidence): string[] {
  const found: string[] = []
  for (const statement of evidence.statements.toReversed()) {
    for (const sentence of sentences(statement.text)) {
      if (Buffer.byteLength(sentence) >= 20 && sentence.length <= 280 && DECISION.test(sentence))
        found.push(`${flat(sentence)} ${cite(statement)}`)
    }
    if (found.length >= 24) break
  }
  return distinct(found)
}

/** A plan older than this many messages is no plan any more. */
const RECENT = 30

/** The open todos; without them the last plan the agent spoke of. */
function next(evidence: Evidence): string[] {
  const open = evidence.todos.filter((todo) => todo.status === 'pending').map((todo) => clip(todo.text, 200))
  if (open.length > 0) return open
  for (const statement of evidence.statements.slice(-6).toReversed()) {
    if (evidence.count - statement.at > RECENT) break
    const steps = sentences(statement.text).filter((sentence) => sentence.length <= 240 && STEP.test(sentence))
    if (steps.length > 0) return steps.map((step) => `${flat(step)} ${cite(statement)}`)
  }
  return []
}

function cite(statement: Statement): string {
  return `[seq ${statement.seq}]`
}

function distinct(items: readonly string[]): string[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = item.replace(/ \[seq \d+\]$/, '').toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
