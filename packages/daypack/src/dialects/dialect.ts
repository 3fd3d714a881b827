/**
 * Who speaks in a user's name:
 * `user` their own words · `command` a command they gave the host · `stop` they interrupted · `pasted` text they quote ·
 * `host` reminders, environment, editor, hooks · `skill` loaded instructions, command texts, templates ·
 * `output` of programs, tools and sub-agents · `handover` a summary of what came before.
 */
export type Voice = 'user' | 'command' | 'stop' | 'pasted' | 'host' | 'skill' | 'output' | 'handover'

/** When an agent compacts by itself, and what it keeps beside its summary. */
export type OwnCompaction = {
  /** The share of the window it fills, and tokens below that. */
  readonly at: number
  readonly reserve?: number
  readonly keepTokens?: number
  /** Of what it held. */
  readonly keepShare?: number
}

/** An agent that a session can be carried to: its program, the file it reads a project's instructions from, its tools. */
export type KnownAgent = {
  readonly name: string
  readonly command: string
  /** Before the first message, where that is no plain argument. */
  readonly promptFlag?: string
  readonly instructions: string
  /** By what they do. */
  readonly tools: Readonly<Record<string, string>>
}

/** How one agent writes. Patterns are regular expressions, matched without regard to case. */
export type Dialect = {
  readonly agent?: KnownAgent
  /** The headers that name a session and a sub-agent within it. */
  readonly session?: {
    readonly name: string
    readonly header: string
    readonly agentHeader?: string
    /** The header in which a sub-agent with a session of its own names that of its parent. */
    readonly parentHeader?: string
    /** Its turns always bring tools: what has none is a title or a summary. */
    readonly hasTools?: boolean
  }
  readonly compaction?: OwnCompaction
  /** Its agents that work beside the conversation, and those that summarize it. */
  readonly sideAgents?: readonly string[]
  readonly summaryAgents?: readonly string[]
  /** What it writes when it asks about the conversation instead of going on with it, and when it wants a summary of it. */
  readonly sideRequests?: readonly string[]
  /** How it asks, with the whole conversation in front, what is no part of it: suggestions, recaps, what to remember. */
  readonly questions?: readonly string[]
  readonly summaryRequests?: readonly string[]
  /** What it puts in place of old results. */
  readonly masks?: readonly string[]
  /** Its tool for reading files, and the arguments that say where to go on. */
  readonly readTool?: { readonly name: string; readonly path: string; readonly line: string; readonly column: string }
  /** Elements it writes in the user's name, by whose words they hold. */
  readonly elements?: { readonly [By in Voice]?: readonly string[] }
  /** Elements that hold the user's question: the text around them is the host's. */
  readonly asks?: readonly string[]
  /** Whole texts it writes in the user's name. */
  readonly texts?: readonly { readonly by: string; readonly form: string; readonly label?: string }[]
  /** How reminders begin that are of the moment only. */
  readonly reminders?: readonly string[]
  /** Modes that demand something while they last: how the reminder of one begins, and what says that it is over. */
  readonly modes?: readonly { readonly on: string; readonly off: string }[]
  /** How lists of skills, tools or agents begin that it offers: no instruction to follow. */
  readonly catalogues?: readonly string[]
  /** How it names the file that instructions come from. */
  readonly instructionFiles?: readonly string[]
  /** Results of calls that were not allowed, what comes before the user's words in them, and what comes behind. */
  readonly rejections?: readonly string[]
  readonly feedback?: readonly string[]
  readonly afterFeedback?: readonly string[]
  /** How results begin that did not work, where the wire has no mark for it. */
  readonly failures?: readonly string[]
  /** Commands it carries out by itself: they load no text. */
  readonly localCommands?: readonly string[]
  /** Tools that load a skill. */
  readonly skillTools?: readonly string[]
  /** What it writes before the output of a program; the first group is the exit code. */
  readonly resultHeads?: readonly string[]
  /** How it says with which code a program ended (the first group), and that a call has no result. */
  readonly exitCodes?: readonly string[]
  readonly lost?: readonly string[]
  /** Files that say how to work, beside the one it reads a project's instructions from. */
  readonly rulesFiles?: readonly string[]
  /** Calls that only wait for a program: how they are told. */
  readonly polls?: readonly string[]
  /** Lines it prints around the output of a tool. */
  readonly noise?: readonly string[]
  /** Lines that only say how a program ended. */
  readonly frames?: readonly string[]
  /** Lines its reading tools put before and behind the content of a file. */
  readonly fileNotes?: readonly string[]
  /** What its model says when it says nothing. */
  readonly silence?: readonly string[]
}
