import type { Codec } from '../model/codec.ts'
import { isDaypackError } from '../model/errors.ts'
import type { Message } from '../model/message.ts'
import type { Billed } from '../model/entry.ts'
import type { Conversation } from './conversation.ts'
import { replyDrafts, decodeReply } from './receive.ts'

type Reply = {
  readonly messages: readonly Message[]
  readonly billed: Billed | undefined
  readonly sent: Conversation['sent']
}

/** Where the log cannot be written for a while. */
const OUTAGES = ['unreachable', 'io', 'locked', 'conflict', 'disk-full'] as const

export class Replies {
  private readonly conversation: Conversation
  private readonly recorded: (billed: Reply['billed']) => void
  private waiting: Reply[] = []

  constructor(conversation: Conversation, recorded: (billed: Reply['billed']) => void) {
    this.conversation = conversation
    this.recorded = recorded
  }

  get size(): number {
    return this.waiting.length
  }

  /** Resolves to what kept it out of the log, if anything did. */
  async add<Res>(codec: Pick<Codec<unknown, Res>, 'reply'>, response: Res): Promise<unknown> {
    const { messages, billed: bill } = decodeReply(codec, response)
    const { model } = this.conversation.situation
    const billed = bill && withAsked(bill, model)
    const reply = { messages, billed, sent: this.conversation.sent }
    this.waiting.push(reply)
    try {
      await this.conversation.known()
      await this.record()
      return undefined
    } catch (error) {
      if (OUTAGES.some((code) => isDaypackError(error, code))) return error
      this.waiting = this.waiting.filter((each) => each !== reply)
      throw error
    }
  }

  async record(): Promise<void> {
    for (let [reply] = this.waiting; reply !== undefined; [reply] = this.waiting) {
      const { sent, ...said } = reply
      await this.conversation.append((view) => replyDrafts(view, said, sent, this.conversation.intakeBy))
      this.waiting.shift()
      this.recorded(said.billed)
    }
  }

  /** A caller that resends its history has sent them again. */
  drop(): void {
    this.waiting = []
  }
}

/** Not every reply names its model, and some name it otherwise than the request did. */
function withAsked(bill: Billed, asked: string | undefined): Billed {
  if (asked === undefined || bill.model === asked) return bill
  return bill.model === undefined ? { ...bill, model: asked } : { ...bill, asked }
}
