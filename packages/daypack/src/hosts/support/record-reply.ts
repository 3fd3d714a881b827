import type { Codec } from '../../model/codec.ts'
import type { Session } from '../../session/session.ts'

/** Record a reply. Must not throw: recording is never the reason a reply is lost. */
export async function recordReply<Req, Res>(session: Session, codec: Codec<Req, Res>, response: Res): Promise<void> {
  await session.record(codec as unknown as Codec<never, Res>, response, { aside: false }).catch(() => {})
}
