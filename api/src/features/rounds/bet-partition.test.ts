import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { newId } from '../../platform/ids.ts'
import { openBankroll } from './bankroll.ts'
import { openPartition } from './bet-partition.ts'
import { earlierAnswers } from './earlier-answers.ts'
import { PlacedMove } from './placed-move.ts'
import { openPlayerSnapshots } from './player-snapshots.ts'
import { RoundsStore } from './rounds.store.ts'

const server = await openTestServer()

/**
 * A partition that can not read who its players are, in which time passes as
 * the test says.
 */
function stalledPartition() {
  const { betDb, partitionPool, games, hashes, clock, log } = server.platform
  const { service: ledger } = server.features.ledger
  const { service: fairness } = server.features.fairness
  const { answersForBets: receipts } = server.features.receipts
  const store = new RoundsStore(betDb, partitionPool)
  let now = 0
  const nowMs = () => now
  const partition = openPartition(1, {
    hashes,
    snapshots: openPlayerSnapshots(() => Promise.reject(new Error('away'))),
    bankroll: openBankroll({ refill: true }),
    earlier: earlierAnswers({
      games,
      hashes,
      ledger,
      store,
      fairness,
      receipts,
    }),
    store,
    ledger,
    pauses: { refusal: () => undefined },
    receipts,
    clock,
    nowMs,
    log,
    onBalance: () => undefined,
    onPlayed: () => undefined,
  })
  return {
    partition,
    pass(ms: number) {
      now += ms
    },
    place(userId: string): PlacedMove {
      const ask = { start: { betAmount: coins(1), choice: 'heads' } as const }
      const move = { userId, game: coinFlip, ask, request: undefined }
      const placed = new PlacedMove(move, now)
      partition.add(placed)
      return placed
    },
  }
}

test('what waits too long is refused, also what no batch has taken yet', async () => {
  const { partition, pass, place } = stalledPartition()
  const [busy, ...others] = Array.from({ length: 300 }, newId)
  const old = [
    ...others.map(place),
    ...Array.from({ length: 100 }, () => place(busy ?? '')),
  ]
  pass(8_001)
  const young = place(newId())
  const first = Promise.race(old.map(({ answered }) => answered))
  await expect(first).rejects.toThrow('Nothing was taken')
  expect(old.filter(({ isOpen }) => isOpen)).toEqual([])
  expect(young.isOpen).toBe(true)
  pass(8_001)
  await expect(young.answered).rejects.toThrow('Nothing was taken')
  await partition.idle()
})
