import { chunksOf } from './chunks-of.ts'

/** Questions to the node at a time. */
const QUESTIONS_AT_ONCE = 20

/** Asks the node about each item. @returns each with its answer, in order. */
export async function answersTo<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<Map<T, R>> {
  const answers = new Map<T, R>()
  for (const some of chunksOf(items, QUESTIONS_AT_ONCE)) {
    const asked = some.map(async (item) => [item, await ask(item)] as const)
    for (const [item, answer] of await Promise.all(asked)) {
      answers.set(item, answer)
    }
  }
  return answers
}
