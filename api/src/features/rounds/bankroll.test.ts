import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CoinFlipAnswer } from '#core/schemas/coin-flip-answer.ts'
import { eventually } from '../../testing/eventually.ts'
import { flipCoin, placeFlip } from '../../testing/flip-coin.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse({ env: { HOUSE_REFILL: 'false' } })
const refusal = z.looseObject({ code: z.string(), largestStake: z.int() })

async function richPlayer(): Promise<TestClient> {
  const { client, id } = await house.newPlayer()
  await house.services.ledger.grant(id, 1_000_000_000)
  return client
}

async function largestStake(client: TestClient): Promise<number> {
  const refused = await placeFlip(client, 900_000_000)
  expect(refused.status).toBe(409)
  const { code, largestStake } = refusal.parse(refused.body)
  expect(code).toBe('house_limit')
  return largestStake
}

async function houseBalance(): Promise<number> {
  return (await house.services.ledger.totals()).house
}

/** Bets all that the house can cover until it has lost. */
async function breakTheBank(client: TestClient): Promise<CoinFlipAnswer> {
  let flip: CoinFlipAnswer
  do flip = await flipCoin(client, await largestStake(client))
  while (!flip.isWin)
  return flip
}

test('a bet that the house can not cover is refused with the largest that it can', async () => {
  const client = await richPlayer()
  const largest = await largestStake(client)
  // A win costs the house 0.98 of the stake, rounded up; a new pot's seed stays.
  expect(Math.ceil(largest * 0.98)).toBeLessThanOrEqual(90_000)
  expect(Math.ceil((largest + 1) * 0.98)).toBeGreaterThan(90_000)
  const above = await placeFlip(client, largest + 1)
  expect(above.body).toMatchObject({
    code: 'house_limit',
    largestStake: largest,
  })
  expect(await flipCoin(client, largest)).toMatchObject({ betAmount: largest })
})

test('bets at once never promise the same coins twice', async () => {
  const client = await richPlayer()
  const stake = Math.floor((await largestStake(client)) * 0.9)
  const others = await Promise.all(Array.from({ length: 8 }, richPlayer))
  await Promise.all(others.map((other) => placeFlip(other, stake)))
  expect(await houseBalance()).toBeGreaterThanOrEqual(0)
})

test('an empty house takes no bets until it is filled up from the grants', async () => {
  const client = await richPlayer()
  await breakTheBank(client)
  const left = await houseBalance()
  expect(left).toBeLessThan(50_000)
  expect(await largestStake(client)).toBeLessThan(100)

  const filling = await house.startApi({ env: { HOUSE_REFILL: 'true' } })
  await eventually(async () => expect(await houseBalance()).toBe(110_000))
  await eventually(async () =>
    expect(await largestStake(client)).toBeGreaterThan(100_000),
  )
  const { rows } = await house.pool.query(
    'SELECT house, grants FROM batches WHERE house > 0 AND players = 0 ORDER BY id DESC LIMIT 1',
  )
  const granted = String(110_000 - left)
  expect(rows).toEqual([{ house: granted, grants: `-${granted}` }])
  const { metrics } = filling.platform
  expect(await metrics.registry.metrics()).toContain(
    `house_refill_coins_total ${granted}`,
  )
})
