import { beforeEach, describe, expect, it } from 'vitest'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { flip } from '#testing/page/flip.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { withNewRules } from '#testing/page/new-rules.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'
import { isEnded } from './judge-record.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const start = { start: { betAmount: coins(10) } }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = verifierOf(server)
  await browser.verifier.sync()
})

const play = (by = browser) =>
  by.verifier.verifyAnswer({
    game: coinFlip,
    ask: { start: bet },
    answer: flip(server, bet),
  })

/** Keeps the history on its way. @returns what lets it arrive. */
function delayHistory(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.historyArrives = promise
  return resolve
}

/** Tells of a round under another id in the history. */
function listAs(id: string, listed: string): void {
  const bets = server.bets.bind(server)
  server.bets = (before) =>
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
    const { transactionId } = flip(server, bet)
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.calls).toContain(`record ${transactionId}`)
    expect(browser.alarms).toEqual([])
  })

  it('is not asked again for what another tab was answered', async () => {
    const tab = verifierOf(server, browser.storage)
    await tab.verifier.sync()
    for (const by of [browser, tab, browser, tab]) {
      expect(await play(by)).toEqual({ is: 'proven' })
    }
    expect([...browser.calls, ...tab.calls]).not.toContain('bets')
  })

  it('is right also where the answers of two tabs come out of order', async () => {
    const tab = verifierOf(server, browser.storage)
    const ask = { start: bet }
    const [first, second] = [flip(server, bet), flip(server, bet)]
    const late = { game: coinFlip, ask, answer: second }
    expect(await tab.verifier.verifyAnswer(late)).toEqual({ is: 'proven' })
    const early = { game: coinFlip, ask, answer: first }
    expect(await browser.verifier.verifyAnswer(early)).toEqual({ is: 'proven' })
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('is right where a round is answered while the history is on its way', async () => {
    const tab = verifierOf(server, browser.storage)
    const arrive = delayHistory()
    const [first, second] = [flip(server, bet), flip(server, bet)]
    const ask = { start: bet }
    const late = tab.verifier.verifyAnswer({
      game: coinFlip,
      ask,
      answer: second,
    })
    await expect.poll(() => tab.calls).toContain('bets')
    const early = { game: coinFlip, ask, answer: first }
    expect(await browser.verifier.verifyAnswer(early)).toEqual({ is: 'proven' })
    arrive()
    expect(await late).toEqual({ is: 'proven' })
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('is right where a round is still being shown while the page looks', async () => {
    const arrive = delayHistory()
    const answer = flip(server, bet)
    await browser.verifier.sync()
    await expect.poll(() => browser.calls).toContain('bets')
    const round = { game: coinFlip, ask: { start: bet }, answer }
    const shown = await browser.verifier.verifyAnswer(round)
    arrive()
    expect(shown).toEqual({ is: 'proven' })
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('may have played a thousand rounds elsewhere, under seeds of there', async () => {
    const phone = verifierOf(server)
    await phone.verifier.sync()
    server.nonce = EPOCH_SIZE + 300
    await phone.verifier.changeSeed('from the phone')
    server.nonce += 10
    await browser.verifier.sync()
    expect((await play()).is).not.toBe('mismatch')
    expect(browser.alarms).toEqual([])
  })

  it('has a hand open elsewhere, which is a round like others', async () => {
    server.answer(hiLo, start)
    expect(await play()).toEqual({ is: 'proven' })
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('owes nothing for rounds before this browser first looked', async () => {
    server = new HonestServer()
    server.passOver()
    server.passOver()
    const late = verifierOf(server)
    await late.verifier.sync()
    expect(await play(late)).toEqual({ is: 'proven' })
    expect(late.calls).not.toContain('bets')
  })

  it('has other rounds judged beside one that this page can not read', async () => {
    const others = [flip(server, bet)]
    const { transactionId } = flip(server, bet)
    others.push(flip(server, bet))
    const recordOf = server.recordOf.bind(server)
    server.recordOf = (id) =>
      id === transactionId ? withNewRules(recordOf(id)) : recordOf(id)
    await expect(play()).rejects.toThrow('does not know some rules')
    await expect(play()).rejects.toThrow('does not know some rules')
    for (const other of others) {
      const asked = `record ${other.transactionId}`
      expect(browser.calls.filter((one) => one === asked)).toHaveLength(1)
    }
    expect(browser.alarms).toEqual([])

    server.recordOf = recordOf
    expect(await play()).toEqual({ is: 'proven' })
  })

  it('is asked again, and nothing is called proven, while it does not tell', async () => {
    flip(server, bet)
    const bets = server.bets.bind(server)
    server.bets = () => {
      throw new Error('Away')
    }
    await expect(play()).rejects.toThrow('Away')
    server.bets = bets
    expect(await play()).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })
})

describe('a house that chooses the nonce', () => {
  it('is found out when it skips one', async () => {
    await play()
    server.passOver()
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
    expect(await play()).toEqual({ is: 'proven' })
  })

  it('is found out when it skips the first that was promised', async () => {
    server.passOver()
    expect(await play()).toEqual(SKIPPED)
  })

  it('is found out when it skips one among rounds of another browser', async () => {
    flip(server, bet)
    server.passOver()
    flip(server, bet)
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
  })

  it('is found out when the page is opened next', async () => {
    await play()
    server.passOver()
    const back = verifierOf(server, browser.storage)
    await back.verifier.sync()
    const alarms = [{ about: 'skipped', nonce: 1 }]
    await expect.poll(() => back.alarms).toEqual(alarms)
  })

  it('is found out when it fills the gap by a record under a foreign id', async () => {
    const { transactionId } = flip(server, bet)
    const made = server.recordOf(transactionId)
    const listed = 'abababab-0000-7000-9000-000000000000'
    listAs(transactionId, listed)
    server.recordOf = () => made
    expect(await play()).toEqual(SKIPPED)
    const what = 'other_record'
    expect(browser.alarms).toContainEqual({
      about: 'round',
      transactionId: listed,
      what,
    })
  })

  it('is found out when it fills the gap by a round that was seen elsewhere', async () => {
    const { transactionId: seen } = flip(server, bet)
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
    flip(server, bet)
    server.recordOf = () => undefined
    expect(await play()).toEqual(SKIPPED)
  })
})

describe('a house that keeps an answer back', () => {
  type Changed = (record: VerificationRecord) => object
  const otherHouse = new HonestServer(new Uint8Array(32).fill(9))
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
      const { transactionId } = flip(server, bet)
      const recordOf = server.recordOf.bind(server)
      server.recordOf = (id) => {
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
    const recordOf = server.recordOf.bind(server)
    const { nonce, transactionId } = flip(server, bet)
    const liar = new HonestServer()
    liar.setClientSeed({ clientSeed: 'made to lose', epoch: 0 })
    liar.nonce = nonce
    const forged = liar.record({ game: coinFlip, bet })
    server.recordOf = (id) => (id === transactionId ? forged : recordOf(id))
    await browser.verifier.sync()
    await play()
    const what = 'client_seed'
    expect(browser.alarms).toEqual([{ about: 'round', transactionId, what }])
  })
})
