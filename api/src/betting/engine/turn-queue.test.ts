import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Turn, TurnQueue } from './turn-queue.ts'

type Move = Turn & { answer(): void }

function createMove(userId: string, { alone = false } = {}): Move {
  let onAnswered = () => {}
  return {
    userId,
    placedAtMs: 0,
    alone,
    onClosed(listener) {
      onAnswered = listener
    },
    answer: () => onAnswered(),
  }
}

function createQueue(moves: readonly Move[]): TurnQueue<Move> {
  const queue = new TurnQueue<Move>()
  for (const move of moves) queue.add(move)
  return queue
}

function answerBatch(queue: TurnQueue<Move>, sizeMax: number): Move[] {
  const batch = queue.nextBatch(sizeMax)
  for (const move of batch) move.answer()
  return batch
}

test('takes a move of each player before the second of any', () => {
  const [a1, a2, a3] = [createMove('a'), createMove('a'), createMove('a')]
  const [b1, b2, c1] = [createMove('b'), createMove('b'), createMove('c')]
  const queue = createQueue([a1, a2, a3, b1, b2, c1])
  expect(answerBatch(queue, 4)).toEqual([a1, b1, c1, a2])
  expect(answerBatch(queue, 4)).toEqual([a3, b2])
  expect(queue.size).toBe(0)
})

test('takes a move that runs alone in a batch of its own, in order', () => {
  const [flip, later, other] = [
    createMove('a'),
    createMove('a'),
    createMove('b'),
  ]
  const skips = [1, 2].map(() => createMove('a', { alone: true }))
  const queue = createQueue([flip, ...skips, later, other])
  expect(answerBatch(queue, 10)).toEqual([flip, other])
  for (const skip of skips) expect(answerBatch(queue, 10)).toEqual([skip])
  expect(answerBatch(queue, 10)).toEqual([later])
})

test('takes moves again in order that a batch left open', () => {
  const moves = ['first', 'second', 'third'].map(() => createMove('a'))
  const queue = createQueue(moves)
  const [, second] = queue.nextBatch(2)
  second?.answer()
  expect(queue.getSize('a')).toBe(2)
  expect(queue.nextBatch(3)).toEqual([moves[0], moves[2]])
})

test('takes each move once and in order, independent of other players', () => {
  const placed = fc.record({
    userId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    alone: fc.boolean(),
  })
  const moves = fc.array(placed, { maxLength: 40 })
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 6 }), (list, sizeMax) => {
      const all = list.map(({ userId, alone }) => createMove(userId, { alone }))
      const queue = createQueue(all)
      const batches: Move[][] = []
      while (queue.size > 0) batches.push(answerBatch(queue, sizeMax))

      const byPlayer = Map.groupBy(all, ({ userId }) => userId)
      const turnsApart = Math.ceil(byPlayer.size / sizeMax)
      for (const [player, own] of byPlayer) {
        const taken = batches.map((batch) =>
          batch.filter(({ userId }) => userId === player),
        )
        expect(taken.flat()).toEqual(own)
        const last = taken.findLastIndex(({ length }) => length > 0)
        expect(last).toBeLessThan(own.length * turnsApart)
      }
    }),
  )
})
