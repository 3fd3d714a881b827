/** An error as Node's file functions reject with it. */
export function systemError(code: string, call: string, path = ''): Error {
  return Object.assign(new Error(`${code}: injected, ${call} '${path}'`), { code, syscall: call, path })
}
