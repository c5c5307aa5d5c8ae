import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Turn, TurnQueue } from './turn-queue.ts'

type Placing = { isAlone?: boolean; atMs?: number }

/** Waits until it is answered. */
class Move implements Turn {
  readonly userId: string
  readonly placedAtMs: number
  readonly alone: boolean
  #onClosed: (() => void) | undefined

  constructor(userId: string, { isAlone = false, atMs = 0 }: Placing = {}) {
    this.userId = userId
    this.placedAtMs = atMs
    this.alone = isAlone
  }

  onClosed(listener: () => void): void {
    this.#onClosed = listener
  }

  answer(): void {
    this.#onClosed?.()
  }
}

function moveOf(userId: string, placing?: Placing): Move {
  return new Move(userId, placing)
}

function queueOf(moves: readonly Move[]): TurnQueue<Move> {
  const queue = new TurnQueue<Move>()
  for (const move of moves) queue.add(move)
  return queue
}

/** Takes a batch and answers all of it. */
function answerBatch(queue: TurnQueue<Move>, sizeMax: number): Move[] {
  const batch = queue.nextBatch(sizeMax)
  for (const move of batch) move.answer()
  return batch
}

test('a batch takes a move of each player before the second of any', () => {
  const [a1, a2, a3] = [moveOf('a'), moveOf('a'), moveOf('a')]
  const [b1, b2, c1] = [moveOf('b'), moveOf('b'), moveOf('c')]
  const queue = queueOf([a1, a2, a3, b1, b2, c1])
  expect(answerBatch(queue, 4)).toEqual([a1, b1, c1, a2])
  expect(answerBatch(queue, 4)).toEqual([a3, b2])
  expect(queue.size).toBe(0)
})

test('of moves that run alone a batch takes one a player', () => {
  const skips = [1, 2, 3].map(() => moveOf('a', { isAlone: true }))
  const [flip, other] = [moveOf('a'), moveOf('b')]
  const queue = queueOf([...skips, flip, other])
  expect(answerBatch(queue, 10)).toEqual([skips[0], other])
  expect(answerBatch(queue, 10)).toEqual([skips[1]])
  expect(answerBatch(queue, 10)).toEqual([skips[2]])
  expect(answerBatch(queue, 10)).toEqual([flip])
})

test('a move that runs alone waits for those before it', () => {
  const [flip, later] = [moveOf('a'), moveOf('a')]
  const skip = moveOf('a', { isAlone: true })
  const queue = queueOf([flip, skip, later])
  expect(answerBatch(queue, 10)).toEqual([flip])
  expect(answerBatch(queue, 10)).toEqual([skip])
  expect(answerBatch(queue, 10)).toEqual([later])
})

test('who had a turn comes behind those who had none', () => {
  const [a1, a2, b, c] = [moveOf('a'), moveOf('a'), moveOf('b'), moveOf('c')]
  const queue = queueOf([a1, a2, b, c])
  expect(answerBatch(queue, 2)).toEqual([a1, b])
  expect(answerBatch(queue, 2)).toEqual([c, a2])
})

test('what a batch leaves open comes again in its order', () => {
  const moves = ['first', 'second', 'third'].map(() => moveOf('a'))
  const queue = queueOf(moves)
  const [, second] = queue.nextBatch(2)
  second?.answer()
  expect(queue.sizeOf('a')).toBe(2)
  expect(queue.nextBatch(3)).toEqual([moves[0], moves[2]])
})

test('the oldest are found wherever they wait', () => {
  const moves = [1, 2, 3, 4].map((atMs) =>
    moveOf(atMs % 2 ? 'a' : 'b', { atMs }),
  )
  const queue = queueOf(moves)
  expect(queue.placedBefore(1)).toEqual([])
  expect(queue.placedBefore(4)).toEqual(moves.slice(0, 3))
})

test('a batch looks at what it takes, however much waits', () => {
  let looks = 0
  const skips = Array.from({ length: 1_000 }, () =>
    Object.defineProperty(moveOf('a', { isAlone: true }), 'alone', {
      get() {
        looks += 1
        return true
      },
    }),
  )
  const queue = queueOf([...skips, moveOf('b')])
  expect(queue.nextBatch(128)).toHaveLength(2)
  expect(looks).toBeLessThanOrEqual(2)
})

test('property: each is taken once, in their order, and nobody waits longer for the moves of others', () => {
  const placed = fc.record({
    userId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    isAlone: fc.boolean(),
  })
  const moves = fc.array(placed, { maxLength: 40 })
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 6 }), (list, sizeMax) => {
      const all = list.map(({ userId, isAlone }) => moveOf(userId, { isAlone }))
      const queue = queueOf(all)
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
