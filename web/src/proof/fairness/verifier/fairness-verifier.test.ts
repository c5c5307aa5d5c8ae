import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '#testing/page/flip.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import {
  answerByNewRules,
  type Browser,
  changeRecord,
  createVerifier,
  FLIP,
  IDLE,
  openBrowser,
  SKIP,
  START,
  withNewRules,
} from '#testing/page/verifier-of.ts'
import {
  listKeys,
  memoryStorage,
  roomyStorage,
} from '../../../lib/key-value-storage.ts'
import { isBulk } from './pin-store.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const OTHER_PLAYER = '01890000-0000-7000-8000-000000000002'
const OTHER_HEX = 'ab'.repeat(32)
const PROVEN = { is: 'proven' }
const REUSED = { is: 'mismatch', what: 'nonce_reused' }

let server: HonestServer
let browser: Browser

beforeEach(async () => {
  server = new HonestServer()
  browser = await openBrowser(server)
})

const verify = (answer: unknown, by = browser) =>
  by.judge(coinFlip, FLIP, answer)

/** Expects rounds to be proven without a request. */
async function expectQuietRounds() {
  browser.calls.length = 0
  for (let round = 0; round < 5; round += 1) {
    expect(await browser.play(coinFlip, FLIP)).toEqual(PROVEN)
  }
  expect(browser.calls).toEqual([])
  expect(browser.alarms).toEqual([])
}

describe('an honest round', () => {
  test('is proven in another tab, which loads pin, seed and commitments', async () => {
    const tab = await openBrowser(server, browser.storage)
    expect(tab.calls).toEqual(['state'])
    expect(await tab.play(coinFlip, FLIP)).toEqual(PROVEN)
  })

  test('is weaker on a seed of the server', async () => {
    const weaker = await browser.play(coinFlip, FLIP, { weaker: true })
    expect(weaker).toEqual({ is: 'weaker' })
  })

  test('is unknown when played before the first pin', async () => {
    const late = createVerifier(server)
    const answer = flip(server, bet)
    expect(await verify(answer, late)).toEqual({ is: 'unknown' })
    await late.verifier.sync()
    expect(await verify(answer, late)).toEqual({ is: 'unknown' })
    expect(late.alarms).toEqual([])
  })
})

describe('a tampered answer', () => {
  const other = flip(new HonestServer(new Uint8Array(32).fill(9)), bet)

  test.each<[string, (answer: CoinFlipAnswer) => Partial<CoinFlipAnswer>]>([
    [
      'result',
      (one) => ({ result: one.result === 'heads' ? 'tails' : 'heads' }),
    ],
    ['payout', ({ payout }) => ({ payout: coins(payout + 1) })],
    ['win flag', ({ isWin }) => ({ isWin: !isWin })],
    ['stake', () => ({ betAmount: coins(9) })],
    ['server seed', () => ({ serverSeed: OTHER_HEX })],
    [
      'server seed and its hash',
      () => ({
        serverSeed: other.serverSeed,
        serverSeedHash: other.serverSeedHash,
      }),
    ],
    ['client seed', () => ({ clientSeed: 'never set by anyone' })],
    ['nonce', ({ nonce }) => ({ nonce: nonce + 1 })],
  ])('is a mismatch and raises the alarm: %s', async (_part, change) => {
    const answer = flip(server, bet)
    const verdict = await verify({ ...answer, ...change(answer) })
    expect(verdict.is).toBe('mismatch')
    const { transactionId } = answer
    expect(browser.alarms).toMatchObject([{ about: 'round', transactionId }])
  })
})

describe('a reused nonce', () => {
  /** Requests a flip, which the server plays on a nonce of its choice. */
  function verifyFlip(nonce: number) {
    const earliestNonce = browser.verifier.earliestNonce()
    server.nonce = nonce
    const answer = { ...flip(server, bet), transactionId: crypto.randomUUID() }
    const round = { game: coinFlip, move: FLIP, earliestNonce, answer }
    return browser.verifier.verifyAnswer(round)
  }

  test('is a mismatch in another bet, not in the same one', async () => {
    const answer = flip(server, bet)
    expect(await verify(answer)).toEqual(PROVEN)
    expect(await verify(answer)).toEqual(PROVEN)
    const again = { ...answer, transactionId: crypto.randomUUID() }
    expect(await verify(again)).toEqual(REUSED)
  })

  test('is a mismatch when its bet was placed in another browser', async () => {
    server.nonce = 300
    await browser.play(coinFlip, FLIP)
    expect(await verifyFlip(100)).toEqual(REUSED)
  })

  test('is a mismatch when its bet is forgotten', async () => {
    await browser.play(coinFlip, FLIP)
    server.nonce = 2 * EPOCH_SIZE
    await browser.verifier.sync()
    expect(await verifyFlip(0)).toEqual(REUSED)
  })

  test('is accepted when it was used after the request', async () => {
    const earliestNonce = browser.verifier.earliestNonce()
    const answer = flip(server, bet)
    await browser.play(coinFlip, FLIP)
    const round = { game: coinFlip, move: FLIP, earliestNonce, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })
})

describe('a server that changes what it published', () => {
  test('is detected by another root for a pinned epoch', async () => {
    const swapped = new HonestServer(new Uint8Array(32).fill(9))
    const back = await openBrowser(swapped, browser.storage)
    expect(back.alarms).toEqual([{ about: 'root_changed', epoch: 0 }])
    expect((await back.play(coinFlip, FLIP)).is).toBe('mismatch')
  })

  test('is detected by commitments that do not lead to the root', async () => {
    const honest = server.commitments(0)
    const commitments = honest.commitments.with(500, OTHER_HEX)
    server.commitments = () => ({ ...honest, commitments })
    const { alarms } = await openBrowser(server)
    expect(alarms).toEqual([{ about: 'commitments_changed', epoch: 0 }])
  })
})

describe('epochs', () => {
  test('pin their root before a seed is sent', async () => {
    const fresh = createVerifier(server)
    const setClientSeed = server.setClientSeed.bind(server)
    server.setClientSeed = (request) => {
      expect(fresh.store.pin(0)?.root).toBe(server.state().root)
      setClientSeed(request)
    }
    await fresh.verifier.sync()
    expect(fresh.calls).toContain('seed 0')
    expect(server.state().clientSeed).toMatch(/^[0-9a-f]{32}$/)
  })

  test('get a fresh seed for the next root, which proves its rounds', async () => {
    server.nonce = EPOCH_SIZE - ROOT_LEAD + 7
    await browser.play(coinFlip, FLIP)
    await expect.poll(() => browser.calls).toContain('seed 1')
    server.nonce = EPOCH_SIZE
    expect(await browser.play(coinFlip, FLIP)).toEqual(PROVEN)
    expect(server.state().clientSeed).not.toBe('server-1')
  })
})

describe('a page without storage', () => {
  let storage: ReturnType<typeof memoryStorage>
  beforeEach(async () => {
    storage = memoryStorage()
    browser = await openBrowser(server, roomyStorage(storage, isBulk))
  })

  test('continues in memory once storage is full', async () => {
    await expectQuietRounds()
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await browser.verifier.changeSeed('in memory')
    await expectQuietRounds()
  })

  test('starts over with its own seed when storage is cleared', async () => {
    for (const key of listKeys(storage)) storage.removeItem(key)
    expect(await browser.play(coinFlip, FLIP)).toEqual({ is: 'unknown' })
    await browser.verifier.sync()
    expect(browser.calls).toContain('seed 0')
    await expectQuietRounds()
  })
})

describe('rules of another release', () => {
  const newerHiLo = { ...hiLo, rulesVersion: 2, view: () => ({ cards: 0 }) }

  test('neither prove a round nor raise an alarm when unknown to the page', async () => {
    changeRecord(server, withNewRules)
    const answer = answerByNewRules({ ...flip(server, bet), payout: coins(12) })
    await expect(verify(answer)).rejects.toThrow('rules')
    await expect(browser.play(hiLo, START)).rejects.toThrow('rules')
    expect(browser.alarms).toEqual([])
  })

  test('do not apply to hands started under the old rules', async () => {
    expect(await browser.play(hiLo, START)).toEqual({ is: 'open' })
    for (const [move, is] of [
      [SKIP, 'open'],
      [IDLE, 'proven'],
    ] as const) {
      const answer = server.answer(hiLo, move)
      expect(await browser.judge(newerHiLo, move, answer)).toEqual({ is })
    }
    expect(browser.alarms).toEqual([])
  })

  test('are a mismatch in a hand started under older rules', async () => {
    await browser.play(hiLo, START)
    const answer = { ...server.answer(hiLo, SKIP), rulesVersion: 2 }
    const verdict = await browser.judge(newerHiLo, SKIP, answer)
    expect(verdict.is).toBe('mismatch')
  })
})

describe('after another player signs in', () => {
  /** The same server, as it answers the other player. */
  let others: HonestServer

  beforeEach(() => {
    server = new HonestServer()
    others = new HonestServer(new Uint8Array(32).fill(9), OTHER_PLAYER)
    others.nonce = 7
    browser = createVerifier(server)
  })

  /** Expects a round to be proven as if only its player had signed in. */
  async function expectProvenRound(): Promise<void> {
    await browser.verifier.sync()
    expect(await browser.play(coinFlip, FLIP)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
    expect(others.state().clientSeedBy).toBe('server')
  }

  const stateOnceOfOther = () =>
    vi.spyOn(server, 'state').mockImplementationOnce(() => others.state())

  test('sends no more requests for the previous player', async () => {
    vi.spyOn(server, 'state').mockImplementationOnce(() => {
      browser.player.isPlaying = false
      return server.state()
    })
    await expect(browser.verifier.sync()).rejects.toThrow('signed out')
    await expect(browser.verifier.sync()).rejects.toThrow('signed out')
    expect(browser.calls).toEqual(['state'])
    browser.player.isPlaying = true
    await expectProvenRound()
  })

  test.each<[string, boolean, () => unknown]>([
    ['first state', false, stateOnceOfOther],
    ['later state', true, stateOnceOfOther],
    [
      'commitments',
      false,
      () =>
        vi
          .spyOn(server, 'commitments')
          .mockImplementationOnce((epoch) => others.commitments(epoch)),
    ],
    [
      'client seed',
      false,
      () =>
        vi
          .spyOn(server, 'setClientSeed')
          .mockImplementationOnce((request) => others.setClientSeed(request)),
    ],
  ])('rejects another player’s %s', async (_what, isSynced, answerOnce) => {
    if (isSynced) await browser.verifier.sync()
    answerOnce()
    await expect(browser.verifier.sync()).rejects.toThrow()
    await expectProvenRound()
  })

  test('rejects the answer to another player’s seed', async () => {
    await browser.verifier.sync()
    vi.spyOn(server, 'setClientSeed').mockImplementationOnce(stateOnceOfOther)
    const change = browser.verifier.changeSeed('mine')
    await expect(change).rejects.toThrow('Another player')
    await expectProvenRound()
  })

  test('does not look for the player’s rounds in another player’s history', async () => {
    await browser.verifier.sync()
    server.answer(coinFlip, FLIP)
    vi.spyOn(server, 'bets').mockImplementationOnce(() => [])
    stateOnceOfOther()
    const judged = browser.play(coinFlip, FLIP)
    await expect(judged).rejects.toThrow('Another player')
    await expectProvenRound()
  })
})
