/** How the user called this command, so that hints can be typed unchanged. */
export function calledAs(env: Readonly<Record<string, string | undefined>>): string {
  if (env['DAYPACK_CALLED_AS']) return env['DAYPACK_CALLED_AS']
  return env['npm_command'] === 'exec' ? 'npx daypack-cli' : 'daypack'
}

/** The command that goes on with a session, in the workspace this one was called for. */
export function resumeCommand(session: string, dir: string | undefined, env = process.env): string {
  return `${calledAs(env)} chat --resume ${session}${dir === undefined ? '' : ` --dir ${dir}`}`
}
