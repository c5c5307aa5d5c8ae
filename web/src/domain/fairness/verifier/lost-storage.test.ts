import { expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Ask } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'
import { keysOf, memoryStorage, roomyStorage } from './key-value-storage.ts'
import { isBulk } from './pin-store.ts'

const flip: Ask = { start: { betAmount: coins(10), choice: 'heads' } }

async function openBrowser() {
  const server = new HonestServer()
  const storage = memoryStorage()
  const browser = verifierOf(server, roomyStorage(storage, isBulk))
  await browser.verifier.sync()
  return { ...browser, server, storage }
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

/** Rounds that an undisturbed page proves without asking for anything. */
async function expectQuietRounds({ server, verifier, alarms, calls }: Browser) {
  calls.length = 0
  for (let round = 0; round < 12; round += 1) {
    const answer = server.answer(coinFlip, flip)
    const verdict = await verifier.verifyAnswer({
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
  await browser.verifier.changeSeed('in memory')
  await expectQuietRounds(browser)
})

it('begins anew with a seed of its own when its storage was cleared', async () => {
  const browser = await openBrowser()
  const { server, storage, verifier, calls } = browser
  for (const key of keysOf(storage)) storage.removeItem(key)
  const answer = server.answer(coinFlip, flip)
  const round = { game: coinFlip, ask: flip, answer }
  expect(await verifier.verifyAnswer(round)).toEqual({ is: 'unknown' })
  await verifier.sync()
  expect(calls).toContain('seed 0')
  await expectQuietRounds(browser)
})
