import type { ReadFile } from '../../files/disk.ts'
import type { StoredContent } from '../../model/message.ts'
import type { DayPlace } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Awaitable, Json, Millis, Size, Tokens } from '../../model/json.ts'
import type { Count, PromptLanguage, Summarize } from '../../model/summarize.ts'
import type { Reader } from '../../tools/reader.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { ShownBlock } from '../../view/view.ts'

/** What a hand-over is made with: the part of a pass's context it needs. */
export type HandoverContext = {
  readonly budget: {
    readonly window: Tokens
    /** The window without the room for output. */
    readonly usable: Tokens
    /** Tools and other things sent that are not in the view. */
    readonly extra: Size
  }
  /** The user asked for it, rather than the planner: then even a short conversation has to become shorter. */
  readonly asked: boolean
  readonly now: Millis
  readonly count: Count
  /** The original text of a block, whole; for media the base64 or address. Rejects with `blob-gone` when retention took it. */
  read(block: ShownBlock): Awaitable<string>
  /** Make sure the text is durable as a blob, so that an edit may point at it. */
  store(text: string): Promise<StoredContent>
  /** Where a person or a read tool finds a blob. */
  path(ref: string): string
  /** What the model reads stored texts with. */
  readonly reader: Reader
  /** What the host's tools are. */
  readonly tools: ToolTable
  /** A file of the agent's workspace as it is now; absent where the host gives none. */
  readonly readFile?: ReadFile
  readonly summarize?: Summarize
  /** Where a question is asked behind the conversation as it was last sent: the last message the model has read in it. */
  hasRead?(): Seq | undefined
  /** The model failed so often in a row that it is left alone until the user asks. */
  readonly modelRests?: boolean
  /** Make the messages from `from` to `to` durable in the dialog archive and say where they stand. Doing it twice is harmless. */
  archive?(from: Seq, to: Seq): Promise<readonly DayPlace[]>
  /** The language of prompts; absent: English. */
  readonly language?: PromptLanguage
  /** What the user added to `/compact`. */
  readonly instruction?: string
  readonly signal?: AbortSignal
}

/** A model's note, and what the next hand-over needs to know about it. */
export type Narrative = {
  /** Empty: there is none. */
  readonly text: string
  /** The last message it tells of; the story goes on from there. */
  readonly through?: Seq
  readonly by: string
  readonly why: string
  readonly data: Json
  /** What became of the model, if it was asked just now. */
  readonly model?: 'answered' | 'failed'
}
