import { beforeEach, describe, expect, it } from 'vitest'
import type { RequestedMove } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import {
  type Browser,
  IDLE,
  openBrowser,
  SKIP,
  START,
} from '#testing/page/verifier-of.ts'

const guess = { action: 'play', choice: 'higher' }
const GUESS: RequestedMove = { act: guess }
/** What the server does instead of a guess that it can not cover. */
const LIMIT: RequestedMove = {
  act: { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
}

let server: HonestServer
let browser: Browser

beforeEach(async () => {
  server = new HonestServer()
  browser = await openBrowser(server)
})

const play = (ask: RequestedMove, change = {}) =>
  browser.play(hiLo, ask, change)
const mismatch = (what: string) => ({ is: 'mismatch', what })

describe('an honest round of several steps', () => {
  it('is open until it ends, then proven', async () => {
    expect(await play(START)).toEqual({ is: 'open' })
    expect(await play(SKIP)).toEqual({ is: 'open' })
    expect(await play(IDLE)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('is proven but for the server’s word when it had to act for the player', async () => {
    await play(START)
    const answer = server.answer(hiLo, LIMIT)
    const verdict = await browser.judge(hiLo, GUESS, answer)
    expect(verdict).toEqual({ is: 'stepped_in' })
    expect(browser.alarms).toEqual([])
  })

  it('is proven when this page only found it open', async () => {
    const answer = server.answer(hiLo, START)
    const found = await browser.judge(hiLo, undefined, answer)
    expect(found).toEqual({ is: 'open' })
    expect(await play(IDLE)).toEqual({ is: 'proven' })
  })
})

describe('a server that cheats on the way', () => {
  const lie = { skipsLeft: 50 }

  it.each([
    ['the start', [lie, {}, {}]],
    ['a later step', [{}, lie, {}]],
    ['the end', [{}, {}, lie]],
    ['the payout', [{}, {}, { payout: coins(0) }]],
  ])('is found out at the end when it lied about %s', async (_what, lies) => {
    const verdicts: object[] = []
    for (const [at, ask] of [START, SKIP, IDLE].entries()) {
      verdicts.push(await play(ask, lies[at]))
    }
    const open = { is: 'open' }
    expect(verdicts).toEqual([open, open, mismatch('outcome')])
  })

  it.each<[string, RequestedMove, RequestedMove]>([
    ['does something else', SKIP, GUESS],
    ['acts as if the player were idle', IDLE, SKIP],
    ['acts as if at its limit, where it could not be', LIMIT, SKIP],
  ])('is found out at once when it %s', async (_how, done, asked) => {
    await play(START)
    const answer = server.answer(hiLo, done)
    const verdict = await browser.judge(hiLo, asked, answer)
    expect(verdict).toEqual(mismatch('actions'))
  })

  it.each<[string, (moves: string[]) => string[]]>([
    ['hid a move', (moves) => moves.slice(1)],
    ['offered one that is not allowed', (moves) => [...moves, 'bite']],
    ['named them in another order', (moves) => moves.toReversed()],
  ])('is found out at the end when it %s', async (_how, changed) => {
    const answer = server.answer(hiLo, START)
    const legalActions = changed(Object(answer.legalActions))
    await browser.judge(hiLo, START, { ...answer, legalActions })
    expect(await play(IDLE)).toEqual(mismatch('choices'))
  })

  it('is found out at once when it plays on by itself', async () => {
    server.answer(hiLo, START)
    const answer = server.answer(hiLo, SKIP)
    const verdict = await browser.judge(hiLo, START, answer)
    expect(verdict).toEqual(mismatch('actions'))
  })

  const serverSeed = '5e'.repeat(32)
  it.each<[string, RequestedMove[], object, string]>([
    ['miscounts the steps', [START], { step: 1 }, 'actions'],
    [
      'promised another seed',
      [START],
      { serverSeedHash: 'ab'.repeat(32) },
      'commitment',
    ],
    ['goes on as another round', [START, SKIP], { nonce: 1 }, 'commitment'],
    ['changes the bet', [START, SKIP], { betAmount: coins(20) }, 'bet'],
    [
      'changes the past',
      [START, SKIP, IDLE],
      { actions: [guess, guess] },
      'actions',
    ],
    [
      'ends a round that goes on',
      [START, SKIP],
      { serverSeed, payout: coins(0) },
      'server_seed',
    ],
  ])('is found out at once when it %s', async (_how, asks, change, what) => {
    for (const ask of asks.slice(0, -1)) await play(ask)
    expect(await play(asks.at(-1) ?? START, change)).toEqual(mismatch(what))
  })
})
