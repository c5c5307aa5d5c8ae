import { chunksOf } from '../../platform/chunks-of.ts'

/** Questions to the node at a time. */
export const QUESTIONS_AT_ONCE = 20

/** Asks the node about each item. @returns the answers, in order. */
export async function inTurns<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  for (const some of chunksOf(items, QUESTIONS_AT_ONCE)) {
    answers.push(...(await Promise.all(some.map(ask))))
  }
  return answers
}
