const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g
const STATUS_LINE_LENGTH = 'HTTP/1.1 200'.length

/** Finds the statuses of answers in a stream that comes in chunks of any size. */
export class StatusLines {
  #carried = ''

  /** @returns the statuses that this chunk completes. */
  take(chunk: string): string[] {
    const text = this.#carried + chunk
    let end = 0
    const statuses: string[] = []
    for (const { 1: status = '', index } of text.matchAll(STATUS_LINE)) {
      statuses.push(status)
      end = index + STATUS_LINE_LENGTH
    }
    this.#carried = text.slice(
      Math.max(end, text.length - STATUS_LINE_LENGTH + 1),
    )
    return statuses
  }
}
