import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { newId } from '../../platform/ids.ts'
import { openTestHouse } from '../../testing/test-house.ts'
import { openBankroll } from './bankroll.ts'
import { earlierAnswers } from './earlier-answers.ts'
import { openLane } from './lane.ts'
import { PlacedMove } from './placed-move.ts'
import { RoundsStore } from './rounds.store.ts'
import { openSeats } from './seats.ts'

const house = await openTestHouse()

/** A lane that can not read who its players are, in which time passes as the test says. */
function stalledLane() {
  const { betDb, lanePool, games, hashes, clock, log } = house.platform
  const { service: ledger } = house.features.ledger
  const { service: fairness } = house.features.fairness
  const { service: receipts } = house.features.receipts
  const store = new RoundsStore(betDb, lanePool)
  let now = 0
  const nowMs = () => now
  const lane = openLane(1, {
    hashes,
    seats: openSeats(() => Promise.reject(new Error('away'))),
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
    lane,
    pass(ms: number) {
      now += ms
    },
    place(userId: string): PlacedMove {
      const ask = { start: { betAmount: coins(1), choice: 'heads' } as const }
      const move = { userId, game: coinFlip, ask, request: undefined }
      const placed = new PlacedMove(move, now)
      lane.add(placed)
      return placed
    },
  }
}

test('what waits too long is refused, also what no batch has taken yet', async () => {
  const { lane, pass, place } = stalledLane()
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
  await lane.idle()
})
