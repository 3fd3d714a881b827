import type { Json } from 'daypack'
import type { ProviderCall, ScriptedCall, ScriptedReply } from 'daypack-testing'

export type JsonObject = { readonly [key: string]: Json }

/** A task of so many steps, each one shell command; what goes wrong on the way, by step. */
export type TaskOptions = {
  readonly steps: number
  readonly lines: number
  /** Steps before which the provider is overloaded, and whose answer breaks off. */
  readonly overloaded: readonly number[]
  readonly cut: readonly number[]
  /** The step whose answer never comes: the agent is to be stopped there. */
  readonly stalled?: number
  /** How the agent is made to hand a piece of work to a sub-agent of its own, in the middle. */
  readonly delegates?: Delegates
}

/** The tool that starts a sub-agent, and what it wants to be told. */
export type Delegates = {
  readonly tool: string
  readonly namespace?: string
  readonly input: (task: string) => JsonObject
  /** What waits for it, where it works beside its parent. */
  readonly wait?: ScriptedCall
}

/** What a sub-agent is asked, and how its lines begin. */
const SUBTASK = 'SUBTASK: look at three modules and say that it is done.'
export const SUB_STEPS = 3
export const SUB_LINE = 'Sub step'

export const FINAL = 'ALL STEPS ARE DONE.'
const SHELL =
  /^(bash|shell|run_shell_command|exec|exec_command|shell_command|local_shell|developer__shell|execute_command)$/i

/** What the command of a step prints: words that only this step says. */
export function lineOf(step: number): string {
  return `step ${step}: module-${step}-%g of src is read and nothing in it is wrong`
}

/** Plays the model: one command after the other, whatever is asked in between. */
export function task(options: TaskOptions) {
  const faults = new Set<string>()
  const seen = {
    step: 0,
    asides: 0,
    isStalled: false,
    isDelegated: false,
    asideTexts: [] as string[],
    /** Rules of the project that stand in each request of the main conversation. */
    rules: [] as number[],
    /** What a request lacks of the output that the model has not answered yet. */
    unseen: [] as string[],
  }
  const once = (kind: string, steps: readonly number[]) => {
    const key = `${kind} ${seen.step}`
    if (!steps.includes(seen.step) || faults.has(key)) return false
    faults.add(key)
    return true
  }

  function script({ body, wire }: ProviderCall): ScriptedReply {
    const text = JSON.stringify(body)
    if (asksSummary(body)) {
      seen.asides++
      seen.asideTexts.push(`summary: ${text.slice(-600)}`)
      return { text: SUMMARY_REPLY }
    }
    const tool = shellIn(body)
    if (!tool) {
      seen.asides++
      seen.asideTexts.push(text.slice(-600))
      return { text: '{"title":"A task","next_speaker":"user","reasoning":"done"}' }
    }
    const thinking = thinks(body) ? { thinking: `On to step ${seen.step}.` } : {}
    const sub = subStep(body)
    if (sub !== undefined) {
      if (sub >= SUB_STEPS) return { ...thinking, text: 'The subtask is done.', calls: completing(body) }
      return { ...thinking, text: `${SUB_LINE} ${sub}.`, calls: [callOf(tool, SUB_BASE + sub, 20)] }
    }
    seen.rules.push(new Set(text.match(/RULE-\d+:/g)).size)
    if (seen.step > 0 && !text.includes('Go on with the task')) {
      const { lines } = options
      const missing = [1, Math.ceil(lines / 2), lines].filter((n) => !text.includes(`module-${seen.step - 1}-${n} of`))
      if (missing.length > 0) seen.unseen.push(`step ${seen.step - 1}: lines ${missing.join(', ')} of ${lines}`)
    }
    const middle = [Math.floor(options.steps / 2) - 10]
    if (options.delegates && once('delegated', middle)) {
      const { tool: name, input, namespace } = options.delegates
      seen.isDelegated = toolsIn(body).some((one) => one.name === name)
      if (seen.isDelegated)
        return {
          ...thinking,
          text: 'One piece goes to a sub-agent.',
          calls: [{ tool: name, input: input(SUBTASK), ...(namespace && { namespace }) }],
        }
    }
    const { wait } = options.delegates ?? {}
    if (wait && once('waited', middle)) return { ...thinking, text: 'I wait for it.', calls: [wait] }
    if (once('overloaded', options.overloaded))
      return { fault: { kind: 'status', status: wire === 'gemini' ? 503 : 529, retryAfterSeconds: 0.01 } }
    if (seen.step >= options.steps) return { ...thinking, text: FINAL }
    const reply = { ...thinking, text: `Now step ${seen.step}.`, calls: [callOf(tool, seen.step, options.lines)] }
    if (once('cut', options.cut)) return { ...reply, fault: { kind: 'cut', after: 3 } }
    if (options.stalled !== undefined && once('stalled', [options.stalled])) {
      seen.isStalled = true
      return { ...reply, fault: { kind: 'stall', after: 2 } }
    }
    seen.step++
    return reply
  }
  return { script, seen }
}

/** How agents ask for a summary of the conversation: behind it, or in a system prompt of their own. */
const SUMMARY =
  /Respond with TEXT ONLY|CONTEXT CHECKPOINT COMPACTION|The history is being compacted so moving|"compaction_trigger"|You are a context summarization|You are the component that summarizes|First, reason in your scratchpad|Provide a detailed prompt for continuing|anchored context summar|responsible for distilling chat history|Please summarize the conversation history/

export function asksSummary(body: JsonObject): boolean {
  const items = itemsOf(body)
  const asking = [items[0], ...items.slice(-2), body['system'], body['systemInstruction'], body['instructions']]
  return SUMMARY.test(JSON.stringify(asking))
}

/** About as long as those that Claude Code writes for itself, in the element without which it asks once more. */
const SUMMARY_REPLY = `<summary>\n${'The steps so far were done one after the other, and nothing in the modules was wrong. '.repeat(130)}\n</summary>`

/** Numbers of steps that the main agent never has. */
const SUB_BASE = 900

/** The task at the start of a text, behind what Goose and OpenClaw put there: a hand-over quotes it within another. */
const ASKED = new RegExp(`(?<!\\\\)"(?:Subagent ID: \\w+\\\\n\\\\n|[^"]*\\[Subagent Task\\]\\\\n\\\\n)?${SUBTASK}`)

/** Some sub-agents have to say by a call that they are done. */
function completing(body: JsonObject): ScriptedCall[] {
  const tool = toolsIn(body).find(({ name }) => name === 'complete_task')
  return tool ? [{ tool: tool.name, input: { result: { response: 'The subtask is done.' } } }] : []
}

/** Which step of its own a sub-agent is at; undefined in the main conversation. */
function subStep(body: JsonObject): number | undefined {
  const items = itemsOf(body)
  // Codex tells it as a message between agents.
  const isAsked = items.some(
    (item) => (item['role'] === 'user' || item['type'] === 'agent_message') && ASKED.test(JSON.stringify(item)),
  )
  if (!isAsked) return undefined
  return items.filter((item) => item['role'] === 'assistant' || item['role'] === 'model').length
}

type Tool = { readonly name: string; readonly schema: JsonObject; readonly isCustom: boolean }

function shellIn(body: JsonObject): Tool | undefined {
  return toolsIn(body).find(({ name }) => SHELL.test(name))
}

/** A call of the agent's shell; undefined where the request offers none. */
export function shellCall(body: JsonObject, command: string): ScriptedCall | undefined {
  const tool = shellIn(body)
  return tool && commandCall(tool, command)
}

function callOf(tool: Tool, step: number, lines: number): ScriptedCall {
  return commandCall(tool, `seq -f '${lineOf(step)}' 1 ${lines}`)
}

function commandCall(tool: Tool, command: string): ScriptedCall {
  if (tool.isCustom) {
    const run = JSON.stringify({ cmd: command, max_output_tokens: 20_000 })
    const input = `// @exec: {"max_output_tokens": 20000}\nconst done = await tools.exec_command(${run}); text(done.output)`
    return { tool: tool.name, input, isCustom: true }
  }
  return { tool: tool.name, input: argumentsFor(tool.schema, command) }
}

function argumentsFor(schema: JsonObject, command: string): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>
  const required = (schema['required'] ?? []) as readonly string[]
  const input: Record<string, Json> = {}
  for (const [name, property] of Object.entries(properties)) {
    const isList = property['type'] === 'array'
    if (name === 'command' || name === 'cmd') input[name] = isList ? ['bash', '-lc', command] : command
    else if (required.includes(name)) input[name] = plain(property)
  }
  return input
}

function plain(property: JsonObject): Json {
  if (Array.isArray(property['enum'])) return (property['enum'] as readonly Json[])[0] ?? null
  const types = [property['type'], ...list(property['anyOf']).map((one) => one['type'])].flat()
  if (types.includes('null')) return null
  switch (property['type']) {
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return 60_000
    case 'array':
      return []
    default:
      return 'x'
  }
}

export function hasTools(body: JsonObject): boolean {
  return toolsIn(body).length > 0
}

/** The tools of a request on any wire. */
export function toolsIn(body: JsonObject): Tool[] {
  const listed = [...list(body['tools']), ...list(body['input']).flatMap((item) => list(item['tools']))]
  const flat = listed.flatMap((tool) => [tool, ...list(tool['functionDeclarations']), ...list(tool['tools'])])
  return flat.map((tool) => {
    const inner = (tool['function'] ?? tool) as JsonObject
    const schema = inner['parameters'] ?? inner['input_schema'] ?? inner['parametersJsonSchema'] ?? {}
    const name = inner['name']
    return {
      name: typeof name === 'string' ? name : '',
      schema: schema as JsonObject,
      isCustom: inner['type'] === 'custom',
    }
  })
}

export function thinks(body: JsonObject): boolean {
  const type = (body['thinking'] as { type?: unknown } | undefined)?.type
  const config = (body['generationConfig'] ?? {}) as JsonObject
  return type === 'enabled' || type === 'adaptive' || body['reasoning'] !== undefined || 'thinkingConfig' in config
}

export function itemsOf(body: JsonObject): readonly JsonObject[] {
  return [...list(body['messages']), ...list(body['input']), ...list(body['contents'])]
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : []
}
