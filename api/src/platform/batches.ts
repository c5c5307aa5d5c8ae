const CONCURRENT_READS = 20

export function* inChunks<T>(
  items: readonly T[],
  size: number,
): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size)
  }
}

/** Reads a value for each item, a bounded number at a time. */
export async function mapInChunks<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<Map<T, R>> {
  const answers = new Map<T, R>()
  for (const chunk of inChunks(items, CONCURRENT_READS)) {
    const entries = chunk.map(async (item) => [item, await read(item)] as const)
    for (const [item, answer] of await Promise.all(entries)) {
      answers.set(item, answer)
    }
  }
  return answers
}
