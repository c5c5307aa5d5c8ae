import { beforeEach, describe, expect, it } from 'vitest'
import type { Ask } from '#core/games/game.ts'
import { type HiLoBet, hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { HonestHouse, PLAYER } from '../../test/house.ts'
import { witnessOf } from '../../test/witness-of.ts'
import { handStoreOf } from './hand-store.ts'

const bet: HiLoBet = { betAmount: coins(10) }
const start: Ask = { start: bet }
const dearer: Ask = { start: { betAmount: coins(900) } }
const OTHER_BET = { is: 'mismatch', what: 'bet' }

let house: HonestHouse
let browser: ReturnType<typeof witnessOf>

beforeEach(async () => {
  house = new HonestHouse()
  browser = witnessOf(house)
  await browser.witness.sync()
})

/** Opens another page, which finds the open hand in the player's history. */
const openPage = () => witnessOf(house, browser.shelf).witness.sync()

/** Another page looks at the table. */
function look({ witness }: typeof browser) {
  const answer = house.lookAt(hiLo) as GameAnswer
  return witness.verifyAnswer({ game: hiLo, answer })
}

const kept = () => handStoreOf(browser.shelf, PLAYER).ids()

describe('a hand that was told of before its start was answered', () => {
  it.each([
    ['in its record', async () => void (await openPage())],
    [
      'to a tab that found it',
      async () => void (await look(witnessOf(house, browser.shelf))),
    ],
  ])(
    'is an alarm with another stake, also where that was told %s',
    async (_how, told) => {
      const answer = house.answer(hiLo, dearer)
      await told()
      await expect.poll(() => kept()).toHaveLength(1)
      const round = { game: hiLo, ask: start, answer }
      expect(await browser.witness.verifyAnswer(round)).toEqual(OTHER_BET)
    },
  )

  it('is an alarm when it was told with another stake than it is answered', async () => {
    const answer = house.answer(hiLo, dearer)
    await openPage()
    await expect.poll(() => kept()).toHaveLength(1)
    const shown = { ...answer, ...bet }
    const round = { game: hiLo, ask: start, answer: shown }
    expect(await browser.witness.verifyAnswer(round)).toEqual(OTHER_BET)
  })

  it('is right when it is the one that was asked for', async () => {
    const answer = house.answer(hiLo, start)
    await openPage()
    await expect.poll(() => kept()).toHaveLength(1)
    const round = { game: hiLo, ask: start, answer }
    expect(await browser.witness.verifyAnswer(round)).toEqual({ is: 'open' })
    const end: Ask = { act: { action: 'cashout', reason: 'idle' } }
    const over = { game: hiLo, ask: end, answer: house.answer(hiLo, end) }
    expect(await browser.witness.verifyAnswer(over)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })
})
