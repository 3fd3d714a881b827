/** What a call throws, in words; of one that throws nothing, what it answers. `dir`: a folder that is called otherwise in every run. */
export function messageOf(run: () => unknown, dir?: string): string {
  try {
    return `none: ${JSON.stringify(run())}`
  } catch (error) {
    const { message } = error as Error
    return dir === undefined ? message : message.replaceAll(dir, '<dir>')
  }
}
