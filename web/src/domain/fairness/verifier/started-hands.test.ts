import { beforeEach, describe, expect, it } from 'vitest'
import type { Ask } from '#core/games/game.ts'
import { type HiLoBet, hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'
import { handStoreOf } from './hand-store.ts'

const bet: HiLoBet = { betAmount: coins(10) }
const start: Ask = { start: bet }
const dearer: Ask = { start: { betAmount: coins(900) } }
const OTHER_BET = { is: 'mismatch', what: 'bet' }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = verifierOf(server)
  await browser.verifier.sync()
})

/** Opens another page, which finds the open hand in the player's history. */
const openPage = () => verifierOf(server, browser.storage).verifier.sync()

/** Another page looks at the table. */
function look({ verifier }: typeof browser) {
  const answer = server.lookAt(hiLo) as GameAnswer
  return verifier.verifyAnswer({ game: hiLo, answer })
}

const kept = () => handStoreOf(browser.storage, PLAYER).ids()

describe('a hand that was told of before its start was answered', () => {
  it.each([
    ['in its record', async () => void (await openPage())],
    [
      'to a tab that found it',
      async () => void (await look(verifierOf(server, browser.storage))),
    ],
  ])(
    'is an alarm with another stake, also where that was told %s',
    async (_how, told) => {
      const answer = server.answer(hiLo, dearer)
      await told()
      await expect.poll(() => kept()).toHaveLength(1)
      const round = { game: hiLo, ask: start, answer }
      expect(await browser.verifier.verifyAnswer(round)).toEqual(OTHER_BET)
    },
  )

  it('is an alarm when it was told with another stake than it is answered', async () => {
    const answer = server.answer(hiLo, dearer)
    await openPage()
    await expect.poll(() => kept()).toHaveLength(1)
    const shown = { ...answer, ...bet }
    const round = { game: hiLo, ask: start, answer: shown }
    expect(await browser.verifier.verifyAnswer(round)).toEqual(OTHER_BET)
  })

  it('is right when it is the one that was asked for', async () => {
    const answer = server.answer(hiLo, start)
    await openPage()
    await expect.poll(() => kept()).toHaveLength(1)
    const round = { game: hiLo, ask: start, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'open' })
    const end: Ask = { act: { action: 'cashout', reason: 'idle' } }
    const over = { game: hiLo, ask: end, answer: server.answer(hiLo, end) }
    expect(await browser.verifier.verifyAnswer(over)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })
})
