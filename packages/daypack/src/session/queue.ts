/** One thing at a time: calls on a session wait for each other. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.catch(() => {})
    return done
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await this.last
  }
}
