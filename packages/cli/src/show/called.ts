/** How the user called this command, so that hints can be typed unchanged. */
export function calledAs(env: Readonly<Record<string, string | undefined>>): string {
  if (env['DAYPACK_CALLED_AS']) return env['DAYPACK_CALLED_AS']
  return env['npm_command'] === 'exec' ? 'npx daypack-cli' : 'daypack'
}
