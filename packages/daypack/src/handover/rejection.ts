/** A call that was not allowed: by the user, with their words if they gave any, or by the host's rules. */
export type Rejection = { readonly said?: string }

/** Words that come before what the user said, longest first. */
const SAID: readonly RegExp[] = [
  /the user said:\s*/i,
  /The user provided the following (?:reason for the rejection|feedback):\s*/i,
  /(?:with|provided) (?:the following )?feedback:\s*/i,
  /User (?:feedback|comment|message|reason):\s*/i,
  /<feedback>\s*/i,
  /(?:用户(?:说|反馈)|理由|原因)[:：]\s*/,
  /(?:rejected|declined|denied)[^.:\n]{0,80}(?:reason|message|because):\s*/i,
]

const REJECTED: readonly RegExp[] = [
  /^\s*(?:Error:? )?(?:The )?user (?:doesn't|does not|didn't|did not) (?:want|wish|allow|approve|permit|accept)/i,
  /^\s*(?:Error:? )?(?:The )?(?:user|human|operator) (?:has )?(?:denied|rejected|declined|refused|cancell?ed|skipped|aborted|dismissed)\b/i,
  /^\s*(?:Error:? )?(?:Tool (?:call|use|execution)|Command|Action|Edit|Patch|Request|exec command|apply_patch)[^.\n]{0,60} (?:was |is |has been |execution )?(?:rejected|denied|declined|not approved|disallowed|cancell?ed|blocked) by (?:the )?(?:user|human|operator)/i,
  /^\s*(?:Error:? )?(?:patch |command |tool |call |exec )?(?:rejected|declined|denied) by (?:the )?(?:user|human|operator)/i,
  /^\s*(?:Error:? )?Permission (?:to use|for) \S+ (?:with .{0,200} )?(?:has been|was) denied/i,
  /^\s*(?:Error:? )?not run: nobody can be asked/i,
  /^\s*\[?(?:Request|Tool use|Operation) (?:was )?(?:interrupted|cancell?ed|stopped) by (?:the )?user/i,
  /^\s*Stopped by the user before it ran/i,
  /^\s*Operation cancell?ed by user/i,
  /^\s*(?:错误[:：]\s*)?(?:用户|操作者)(?:已)?(?:拒绝|取消|中断|跳过)/,
]

/** Hosts end a rejection with instructions of their own. */
const HOSTS_WORDS = /\n[^\S\n]*(?:Note: The user's next message|STOP what you are doing|<system-reminder>)[\s\S]*$/i
const LOOKED_AT = 1000
const MAX_SAID = 8000

export function rejection(text: string): Rejection | undefined {
  const head = text.slice(0, LOOKED_AT).replace(/^\s*<tool_use_error>/, '')
  if (!REJECTED.some((form) => form.test(head))) return undefined
  for (const form of SAID) {
    const found = form.exec(head)
    if (!found) continue
    const from = text.length - text.trimStart().length
    const start = text.indexOf(found[0], Math.min(from, found.index)) + found[0].length
    const said = text
      .slice(start, start + MAX_SAID)
      .replace(/^<feedback>\s*/, '')
      .replace(/<\/(?:feedback|tool_use_error)>\s*$/, '')
      .replace(HOSTS_WORDS, '')
      .trim()
    return said === '' ? {} : { said }
  }
  return {}
}
