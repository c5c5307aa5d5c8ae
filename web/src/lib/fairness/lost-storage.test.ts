import { expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { HonestHouse } from '../../test/house.ts'
import { witnessOf } from '../../test/witness-of.ts'
import { isBulk } from './pin-store.ts'
import { keysOf, memoryShelf, roomyShelf } from './shelf.ts'

const flip: Ask = { start: { betAmount: coins(10), choice: 'heads' } }

async function openBrowser() {
  const house = new HonestHouse()
  const storage = memoryShelf()
  const browser = witnessOf(house, roomyShelf(storage, isBulk))
  await browser.witness.sync()
  return { house, storage, ...browser }
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

/** Rounds that an undisturbed page proves without asking for anything. */
async function expectQuietRounds({ house, witness, alarms, calls }: Browser) {
  calls.length = 0
  for (let round = 0; round < 12; round += 1) {
    const answer = house.answer(coinFlip, flip)
    const verdict = await witness.verifyAnswer({
      game: coinFlip,
      ask: flip,
      answer,
    })
    expect(verdict).toEqual({ is: 'proven' })
  }
  expect(calls).toEqual([])
  expect(alarms).toEqual([])
}

it('goes on without its storage, once nothing fits any more', async () => {
  const browser = await openBrowser()
  await expectQuietRounds(browser)
  vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await browser.witness.changeSeed('in memory')
  await expectQuietRounds(browser)
})

it('begins anew with a seed of its own when its storage was cleared', async () => {
  const browser = await openBrowser()
  const { house, storage, witness, calls } = browser
  for (const key of keysOf(storage)) storage.removeItem(key)
  const answer = house.answer(coinFlip, flip)
  const round = { game: coinFlip, ask: flip, answer }
  expect(await witness.verifyAnswer(round)).toEqual({ is: 'unknown' })
  await witness.sync()
  expect(calls).toContain('seed 0')
  await expectQuietRounds(browser)
})
