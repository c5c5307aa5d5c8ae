import { describe, expect, test } from 'vitest'
import type { Settlement, Transaction } from '#core/api/history.ts'
import { coins } from '#core/money/coins.ts'
import { roundId } from '#testing/page/players.ts'
import { historyRows } from './history-rows.ts'

const BET = roundId(1)

function tx(
  seq: number,
  type: Transaction['type'],
  amount: number,
  more: Partial<Transaction> = {},
): Transaction {
  return {
    id: roundId(seq),
    seq,
    type,
    gameType: 'Blackjack',
    amount,
    balanceAfter: coins(1_000 + amount),
    timestamp: '2026-03-01T12:00:00.000Z',
    metadata: null,
    ...more,
  }
}

const settled = (
  stake: number,
  payout: number,
): { settlement: Settlement } => ({
  settlement: { stake: coins(stake), payout: coins(payout) },
})
const bet = (stake: number, payout: number) =>
  tx(1, 'bet', -10, settled(stake, payout))
const ofBet = { metadata: { roundId: BET } }

const shown = (newestFirst: Transaction[]) =>
  historyRows(newestFirst).map(({ first, gain, balance, isPaidLater }) => [
    first.seq,
    gain,
    balance,
    isPaidLater,
  ])

describe('a row', () => {
  test('joins a bet and the payout right after it', () => {
    const payout = tx(2, 'win', 19, { balanceAfter: coins(1_009) })
    expect(shown([payout, bet(10, 19)])).toEqual([[1, 9, 1_009, false]])
  })

  test('joins a hand with its raise and payout', () => {
    const hand = [
      tx(3, 'win', 40, { ...ofBet, balanceAfter: coins(1_020) }),
      tx(2, 'raise', -10, ofBet),
      bet(20, 40),
    ]
    expect(shown(hand)).toEqual([[1, 20, 1_020, false]])
  })

  test('is a payout alone when other transactions came between', () => {
    const apart = [
      tx(3, 'win', 19, ofBet),
      tx(2, 'bet', -5, settled(5, 0)),
      bet(10, 19),
    ]
    expect(shown(apart)).toEqual([
      [3, 19, 1_019, false],
      [2, -5, 995, false],
      [1, -10, 990, true],
    ])
  })

  test('has no balance when the payout is not listed', () => {
    expect(shown([bet(10, 19)])).toEqual([[1, 9, undefined, false]])
  })

  test('does not join two resets', () => {
    const reset = { gameType: null }
    const resets = [tx(2, 'reset', 5, reset), tx(1, 'reset', 7, reset)]
    expect(shown(resets)).toHaveLength(2)
  })
})
