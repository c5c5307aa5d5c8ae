import { beforeEach, describe, expect, test } from 'vitest'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '#testing/page/flip.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import {
  type Browser,
  changeRecord,
  createVerifier,
  FLIP,
  openBrowser,
  withNewRules,
} from '#testing/page/verifier-of.ts'
import { isEnded } from './round-records.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const PROVEN = { is: 'proven' }
const SKIPPED = { is: 'mismatch', what: 'round_skipped' }

let server: HonestServer
let browser: Browser

beforeEach(async () => {
  server = new HonestServer()
  browser = await openBrowser(server)
})

const play = (by = browser) => by.play(coinFlip, FLIP)
const verifyAnswer = (answer: object, by = browser) =>
  by.judge(coinFlip, FLIP, answer)

/** Delays the history. @returns a function that lets it arrive. */
function delayHistory(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.historyArrives = promise
  return resolve
}

describe('a round played in another browser', () => {
  test('is proven from its record when its answer is lost', async () => {
    await play()
    const { transactionId } = flip(server, bet)
    expect(await play()).toEqual(PROVEN)
    expect(browser.calls).toContain(`record ${transactionId}`)
    expect(browser.alarms).toEqual([])
  })

  test('may jump to the epoch of an announced restore', async () => {
    await play()
    server.restoreTo(3)
    expect(await play()).toEqual({ is: 'unknown' })
    await expect.poll(() => browser.calls).toContain('seed 3')
    expect(await play()).toEqual(PROVEN)
    const back = await openBrowser(server, browser.storage)
    expect(await play(back)).toEqual(PROVEN)
    expect([...browser.alarms, ...back.alarms]).toEqual([])
    server.skipNonce()
    expect(await play()).toEqual(SKIPPED)
  })

  test('is not requested when another tab has its answer', async () => {
    const tab = await openBrowser(server, browser.storage)
    for (const by of [browser, tab, browser, tab]) {
      expect(await play(by)).toEqual(PROVEN)
    }
    expect([...browser.calls, ...tab.calls]).not.toContain('bets')
  })

  test('is proven when answered while the history loads', async () => {
    const tab = createVerifier(server, browser.storage)
    const arrive = delayHistory()
    const [first, second] = [flip(server, bet), flip(server, bet)]
    const late = verifyAnswer(second, tab)
    await expect.poll(() => tab.calls).toContain('bets')
    expect(await verifyAnswer(first)).toEqual(PROVEN)
    arrive()
    expect(await late).toEqual(PROVEN)
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  test('is proven when still shown while the page loads the history', async () => {
    const arrive = delayHistory()
    const answer = flip(server, bet)
    await browser.verifier.sync()
    await expect.poll(() => browser.calls).toContain('bets')
    expect(await verifyAnswer(answer)).toEqual(PROVEN)
    arrive()
    expect(await play()).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })

  test('is no mismatch among a thousand under other seeds', async () => {
    const phone = await openBrowser(server)
    server.nonce = EPOCH_SIZE + 300
    await phone.verifier.changeSeed('from the phone')
    server.nonce += 10
    await browser.verifier.sync()
    expect((await play()).is).not.toBe('mismatch')
    expect(browser.alarms).toEqual([])
  })

  test('is not checked when it predates this browser’s first visit', async () => {
    server = new HonestServer()
    server.skipNonce()
    server.skipNonce()
    const late = await openBrowser(server)
    expect(await play(late)).toEqual(PROVEN)
    expect(late.calls).not.toContain('bets')
  })

  test('is judged even if this page cannot read another one', async () => {
    const [first, unread, last] = [1, 2, 3].map(() => flip(server, bet))
    changeRecord(server, withNewRules, unread?.transactionId)
    await expect(play()).rejects.toThrow('does not know some rules')
    await expect(play()).rejects.toThrow('does not know some rules')
    for (const other of [first, last]) {
      const call = `record ${other?.transactionId}`
      expect(browser.calls.filter((one) => one === call)).toHaveLength(1)
    }
    expect(browser.alarms).toEqual([])

    changeRecord(server, (record) => record)
    expect(await play()).toEqual(PROVEN)
  })

  test('leaves later rounds unproven until the history can be loaded', async () => {
    flip(server, bet)
    const bets = server.bets.bind(server)
    server.bets = () => {
      throw new Error('Away')
    }
    await expect(play()).rejects.toThrow('Away')
    server.bets = bets
    expect(await play()).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })
})

describe('a server that chooses the nonce', () => {
  test('is detected when it skips one', async () => {
    await play()
    server.skipNonce()
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
    expect(await play()).toEqual(PROVEN)
  })

  test('is detected when it skips one among rounds of another browser', async () => {
    flip(server, bet)
    server.skipNonce()
    flip(server, bet)
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toEqual([{ about: 'skipped', nonce: 1 }])
  })

  test('is detected when the page is opened again', async () => {
    await play()
    server.skipNonce()
    const back = await openBrowser(server, browser.storage)
    const alarms = [{ about: 'skipped', nonce: 1 }]
    await expect.poll(() => back.alarms).toEqual(alarms)
  })

  test('is detected when it lists a round without a record', async () => {
    flip(server, bet)
    server.toRecord = () => undefined
    expect(await play()).toEqual(SKIPPED)
  })

  test('is detected when it fills the gap with a record under another id', async () => {
    const { transactionId } = flip(server, bet)
    const record = server.toRecord(transactionId)
    const listed = 'abababab-0000-7000-9000-000000000000'
    const bets = server.bets.bind(server)
    server.bets = (before) =>
      bets(before).map((one) =>
        one.id === transactionId ? { ...one, id: listed } : one,
      )
    server.toRecord = () => record
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toContainEqual(otherRecord(listed))
  })

  test('is detected when it fills the gap with a round of another nonce', async () => {
    const { transactionId: seen } = flip(server, bet)
    browser.store.noteBet(EPOCH_SIZE - 1, seen)
    expect(await play()).toEqual(SKIPPED)
    expect(browser.alarms).toContainEqual(otherRecord(seen))
  })

  const otherRecord = (transactionId: string) => ({
    about: 'round',
    transactionId,
    what: 'other_record',
  })
})

describe('a server that withholds an answer', () => {
  type Changed = (record: VerificationRecord) => object
  const other = flip(new HonestServer(new Uint8Array(32).fill(9)), bet)
  const inData =
    (change: object): Changed =>
    ({ gameData }) => ({ gameData: { ...gameData, ...change } })

  function forgedSeed({ nonce }: VerificationRecord): object {
    const dishonest = new HonestServer()
    dishonest.setClientSeed({ clientSeed: 'made to lose', epoch: 0 })
    dishonest.nonce = nonce
    return dishonest.record({ game: coinFlip, bet })
  }

  test.each<[string, string, Changed]>([
    ['outcome', 'outcome', () => ({ outcome: 'Won 1000 coins' })],
    ['server seed', 'server_seed', () => ({ serverSeed: other.serverSeed })],
    [
      'commitment',
      'commitment',
      inData({ serverSeedHash: other.serverSeedHash }),
    ],
    ['root', 'commitment', inData({ epochRoot: 'ab'.repeat(32) })],
    ['client seed while ours was in force', 'client_seed', forgedSeed],
  ])('is detected by another %s', async (_part, what, changed) => {
    const { transactionId } = flip(server, bet)
    const change = (record: ReturnType<typeof server.toRecord>) =>
      record && isEnded(record) ? { ...record, ...changed(record) } : record
    changeRecord(server, change, transactionId)
    await browser.verifier.sync()
    await play()
    expect(browser.alarms).toEqual([{ about: 'round', transactionId, what }])
  })
})
