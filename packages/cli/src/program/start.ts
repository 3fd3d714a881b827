/**
 * Runs a program on this terminal until it ends; its exit code is ours. Scripts of npm's start on Windows, too: execa finds
 * them by their ending, and quotes what they are given for cmd.exe.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { execa } = await import('execa')
  const child = execa(file, args, {
    stdio: 'inherit',
    env,
    extendEnv: false,
    reject: false,
    windowsHide: false,
    cleanup: false,
    forceKillAfterDelay: false,
  })
  // The terminal tells the program, too: it decides what Ctrl-C means.
  const ignore = () => {}
  const pass = () => child.kill('SIGTERM')
  process.on('SIGINT', ignore)
  process.on('SIGTERM', pass)
  try {
    const { exitCode, signal, cause } = await child
    if (exitCode === undefined && signal === undefined && cause !== undefined) throw cause
    return exitCode ?? 1
  } finally {
    process.off('SIGINT', ignore)
    process.off('SIGTERM', pass)
  }
}
