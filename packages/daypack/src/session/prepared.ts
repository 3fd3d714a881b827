import type { Plan } from '../plan/plan.ts'
import type { Healing } from '../wire/heal.ts'
import type { Violation } from '../wire/validate.ts'

export type Prepared<Req> = {
  /** What to send; if we fail, the request unchanged. */
  readonly request: Req
  readonly plan: Plan | undefined
  readonly healed?: readonly Healing[]
  readonly violations?: readonly Violation[]
  /** Set for a call outside the conversation (a title, a judgement): it is sent unchanged and not recorded. */
  readonly aside?: true
  /** Set when planning failed: the request still goes out. */
  readonly problem?: unknown
}
