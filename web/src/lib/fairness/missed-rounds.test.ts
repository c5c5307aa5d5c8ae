import { beforeEach, describe, expect, it } from 'vitest'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { flip } from '../../test/flip.ts'
import { HonestHouse } from '../../test/house.ts'
import { withNewRules } from '../../test/new-rules.ts'
import { witnessOf } from '../../test/witness-of.ts'
import { isEnded } from './judge-record.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const start = { start: { betAmount: coins(10) } }

let house: HonestHouse
let browser: ReturnType<typeof witnessOf>

beforeEach(async () => {
  house = new HonestHouse()
  browser = witnessOf(house)
  await browser.witness.sync()
})

const play = (by = browser) =>
  by.witness.verifyAnswer({
    game: coinFlip,
    ask: { start: bet },
    answer: flip(house, bet),
  })

/** Keeps the history on its way. @returns what lets it arrive. */
function delayHistory(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  house.historyArrives = promise
  return resolve
}

/** Tells of a round under another id in the history. */
function listAs(id: string, listed: string): void {
  const bets = house.bets.bind(house)
  house.bets = (before) =>
    bets(before).map((one) => (one.id === id ? { ...one, id: listed } : one))
}

const SKIPPED = { is: 'mismatch', what: 'round_skipped' }

describe('an honest house that played where this page did not look', () => {
  it('is asked for nothing more while each answer comes in', async () => {
    for (let round = 0; round < 5; round += 1) await play()
    expect(browser.calls).not.toContain('bets')
  })

  it('has a record of a round whose answer got lost', async () => {
    await play()
    const { transactionId } = flip(house, bet)
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.calls).toContain(`record ${transactionId}`)
    expect(browser.alarms).toEqual([])
  })

  it('is not asked again for what another tab was answered', async () => {
    const tab = witnessOf(house, browser.shelf)
    await tab.witness.sync()
    for (const by of [browser, tab, browser, tab]) {
      expect(await play(by)).toEqual({ is: 'proven' })
    }
    expect([...browser.calls, ...tab.calls]).not.toContain('bets')
  })

  it('is right also where the answers of two tabs come out of order', async () => {
    const tab = witnessOf(house, browser.shelf)
    const ask = { start: bet }
    const [first, second] = [flip(house, bet), flip(house, bet)]
    const late = { game: coinFlip, ask, answer: second }
    expect(await tab.witness.verifyAnswer(late)).toEqual({ is: 'proven' })
    const early = { game: coinFlip, ask, answer: first }
    expect(await browser.witness.verifyAnswer(early)).toEqual({ is: 'proven' })
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('is right where a round is answered while the history is on its way', async () => {
    const tab = witnessOf(house, browser.shelf)
    const arrive = delayHistory()
    const [first, second] = [flip(house, bet), flip(house, bet)]
    const ask = { start: bet }
    const late = tab.witness.verifyAnswer({
      game: coinFlip,
      ask,
      answer: second,
    })
    await expect.poll(() => tab.calls).toContain('bets')
    const early = { game: coinFlip, ask, answer: first }
    expect(await browser.witness.verifyAnswer(early)).toEqual({ is: 'proven' })
    arrive()
    expect(await late).toEqual({ is: 'proven' })
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('is right where a round is still being shown while the page looks', async () => {
    const arrive = delayHistory()
    const answer = flip(house, bet)
    await browser.witness.sync()
    await expect.poll(() => browser.calls).toContain('bets')
    const round = { game: coinFlip, ask: { start: bet }, answer }
    const shown = await browser.witness.verifyAnswer(round)
    arrive()
    expect(shown).toEqual({ is: 'proven' })
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('may have played a thousand rounds elsewhere, under seeds of there', async () => {
    const phone = witnessOf(house)
    await phone.witness.sync()
    house.nonce = EPOCH_SIZE + 300
    await phone.witness.changeSeed('from the phone')
    house.nonce += 10
    await browser.witness.sync()
    expect((await play()).is).not.toBe('mismatch')
    expect(browser.alarms).toEqual([])
  })

  it('has a hand open elsewhere, which is a round like others', async () => {
    house.answer(hiLo, start)
    expect(await play()).toEqual({ is: 'proven' })
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('owes nothing for rounds before this browser first looked', async () => {
    house = new HonestHouse()
    house.passOver()
    house.passOver()
    const late = witnessOf(house)
    await late.witness.sync()
    expect(await play(late)).toEqual({ is: 'proven' })
    expect(late.calls).not.toContain('bets')
  })

  it('has other rounds judged beside one that this page can not read', async () => {
    const others = [flip(house, bet)]
    const { transactionId } = flip(house, bet)
    others.push(flip(house, bet))
    const recordOf = house.recordOf.bind(house)
    house.recordOf = (id) =>
      id === transactionId ? withNewRules(recordOf(id)) : recordOf(id)
    await expect(play()).rejects.toThrow('does not know some rules')
    await expect(play()).rejects.toThrow('does not know some rules')
    for (const other of others) {
      const asked = `record ${other.transactionId}`
      expect(browser.calls.filter((one) => one === asked)).toHaveLength(1)
    }
    expect(browser.alarms).toEqual([])

    house.recordOf = recordOf
    expect(await play()).toEqual({ is: 'proven' })
  })

  it('is asked again, and nothing is called proven, while it does not tell', async () => {
    flip(house, bet)
    const bets = house.bets.bind(house)
    house.bets = () => {
      throw new Error('Away')
    }
    await expect(play()).rejects.toThrow('Away')
    house.bets = bets
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })
})

describe('a house that chooses the nonce', () => {
  it('is found out when it skips one', async () => {
    await play()
    house.passOver()
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
    expect(await play()).toEqual({ is: 'proven' })
  })

  it('is found out when it skips the first that was promised', async () => {
    house.passOver()
    expect(await play()).toEqual(SKIPPED)
  })

  it('is found out when it skips one among rounds of another browser', async () => {
    flip(house, bet)
    house.passOver()
    flip(house, bet)
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
  })

  it('is found out when the page is opened next', async () => {
    await play()
    house.passOver()
    const back = witnessOf(house, browser.shelf)
    await back.witness.sync()
    const alarms = [{ about: 'skipped', nonce: 1 }]
    await expect.poll(() => back.alarms).toEqual(alarms)
  })

  it('is found out when it fills the gap by a record under a foreign id', async () => {
    const { transactionId } = flip(house, bet)
    const made = house.recordOf(transactionId)
    const listed = 'abababab-0000-7000-9000-000000000000'
    listAs(transactionId, listed)
    house.recordOf = () => made
    expect(await play()).toEqual(SKIPPED)
    const what = 'other_record'
    expect(browser.alarms).toContainEqual({
      about: 'round',
      transactionId: listed,
      what,
    })
  })

  it('is found out when it fills the gap by a round that was seen elsewhere', async () => {
    const { transactionId: seen } = flip(house, bet)
    browser.store.noteBet(EPOCH_SIZE - 1, seen)
    expect(await play()).toEqual(SKIPPED)
    const what = 'other_record'
    expect(browser.alarms).toContainEqual({
      about: 'round',
      transactionId: seen,
      what,
    })
  })

  it('is found out when it lists a round and has no record of it', async () => {
    flip(house, bet)
    house.recordOf = () => undefined
    expect(await play()).toEqual(SKIPPED)
  })
})

describe('a house that keeps an answer back', () => {
  type Changed = (record: VerificationRecord) => object
  const otherHouse = new HonestHouse(new Uint8Array(32).fill(9))
  const tampered: [string, string, Changed][] = [
    ['outcome', 'outcome', () => ({ outcome: 'Won 1000 coins' })],
    [
      'server seed',
      'server_seed',
      () => {
        const { serverSeed } = flip(otherHouse, bet)
        return { serverSeed }
      },
    ],
    [
      'commitment',
      'commitment',
      ({ gameData }) => {
        const { serverSeedHash } = flip(otherHouse, bet)
        return { gameData: { ...gameData, serverSeedHash } }
      },
    ],
    [
      'root',
      'commitment',
      ({ gameData }) => ({
        gameData: { ...gameData, epochRoot: 'ab'.repeat(32) },
      }),
    ],
  ]

  it.each(tampered)(
    'is found out by a record with another %s',
    async (_part, what, changed) => {
      const { transactionId } = flip(house, bet)
      const recordOf = house.recordOf.bind(house)
      house.recordOf = (id) => {
        const record = recordOf(id)
        return record && isEnded(record)
          ? { ...record, ...changed(record) }
          : record
      }
      await play()
      expect(browser.alarms).toEqual([{ about: 'round', transactionId, what }])
    },
  )

  it('is found out by a client seed while another was in force', async () => {
    const recordOf = house.recordOf.bind(house)
    const { nonce, transactionId } = flip(house, bet)
    const liar = new HonestHouse()
    liar.setClientSeed({ clientSeed: 'made to lose', epoch: 0 })
    liar.nonce = nonce
    const forged = liar.record({ game: coinFlip, bet })
    house.recordOf = (id) => (id === transactionId ? forged : recordOf(id))
    await browser.witness.sync()
    await play()
    const what = 'client_seed'
    expect(browser.alarms).toEqual([{ about: 'round', transactionId, what }])
  })
})
