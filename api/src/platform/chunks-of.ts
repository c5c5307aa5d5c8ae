/** The items in order, so many at a time. */
export function* chunksOf<T>(
  items: readonly T[],
  size: number,
): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size)
  }
}
