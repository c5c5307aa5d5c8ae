import { expect, test } from 'vitest'
import type { DepositRow } from './deposits.store.ts'
import { UnsettledPayments } from './unsettled-payments.ts'

test('one that fails waits by itself, longer and longer, until it succeeds', () => {
  let nowMs = 0
  const unsettled = new UnsettledPayments(() => nowMs)
  const [bad, good] = [rowOf('bad'), rowOf('good')]
  unsettled.note([bad, good], [bad])
  expect([unsettled.has(bad), unsettled.has(good)]).toEqual([true, false])
  const waits: number[] = []
  for (let times = 0; times < 6; times++) {
    const since = nowMs
    while (unsettled.due().length === 0) nowMs += 100
    waits.push(nowMs - since)
    unsettled.note(unsettled.due(), [bad])
  }
  expect(waits).toEqual([200, 400, 800, 1_600, 2_000, 2_000])
  unsettled.note([bad], [])
  expect(unsettled.count).toBe(0)
})

function rowOf(id: string): DepositRow {
  return {
    id,
    instanceId: 1,
    userId: id,
    wallet: '0x',
    cryptoType: 'tBNB',
    txHash: '0x',
    ordinal: 0,
    amount: 1n,
    claimed: 1n,
    sender: null,
    blockNumber: 1,
    blockHash: '0x',
    fromBlock: null,
    confirmations: 6,
    coinsPerUnit: 1,
    coins: 1,
    borne: 0,
    status: 'pending',
    reason: null,
    createdAt: new Date(0),
    confirmedAt: null,
  }
}
