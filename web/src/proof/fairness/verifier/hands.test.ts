import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { IDLE_AFTER_MS, type RequestedMove } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import {
  type Browser,
  changeRecord,
  IDLE,
  openBrowser,
  SKIP,
  START,
  verifierOf,
  withNewRules,
} from '#testing/page/verifier-of.ts'
import { memoryStorage } from '../../../lib/key-value-storage.ts'

const guess = { action: 'play', choice: 'higher' }
const GUESS: RequestedMove = { act: guess }
/** Replaces a guess whose payout the server can’t cover. */
const LIMIT: RequestedMove = {
  act: { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
}

const bet = { betAmount: coins(10) }
const OPEN = { is: 'open' }
const PROVEN = { is: 'proven' }

let server: HonestServer
let browser: Browser

beforeEach(async () => {
  server = new HonestServer()
  browser = await openBrowser(server)
})
afterEach(() => void vi.useRealTimers())

/** A page of the browser that comes in with what was stored. */
const opened = (storage = browser.storage) => openBrowser(server, storage)
const play = (ask = START, change = {}, by = browser) =>
  by.play(hiLo, ask, change)
const idleAt = (step: number): RequestedMove => ({ ...IDLE, step })
const skipAt = (step: number): RequestedMove => ({ ...SKIP, step })
const look = (by = browser, seen = server.lookAt(hiLo)) =>
  by.judge(hiLo, undefined, seen)

/** Plays a hand that the server cashes out as idle without an answer here. */
async function endElsewhere(): Promise<string> {
  await play()
  server.answer(hiLo, IDLE)
  return browser.hands.ids().at(-1) ?? ''
}

async function expectAlarmAtOpening(what: string): Promise<Browser> {
  const page = await opened()
  await expect.poll(() => page.alarms).toMatchObject([{ about: 'round', what }])
  return page
}

const mismatch = (what: string) => ({ is: 'mismatch', what })

describe('an honest round of several steps', () => {
  it('is open until it ends, then proven', async () => {
    expect(await play(START)).toEqual(OPEN)
    expect(await play(SKIP)).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })

  it('is proven except for the server’s reason to act for the player', async () => {
    await play(START)
    const answer = server.answer(hiLo, LIMIT)
    const verdict = await browser.judge(hiLo, GUESS, answer)
    expect(verdict).toEqual({ is: 'stepped_in' })
    expect(browser.alarms).toEqual([])
  })

  it('is proven when this page only found it open', async () => {
    const answer = server.answer(hiLo, START)
    const found = await browser.judge(hiLo, undefined, answer)
    expect(found).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
  })
})

describe('a server that cheats on the way', () => {
  const tampered = { skipsLeft: 50 }

  it.each([
    ['the start', [tampered, {}, {}]],
    ['a later step', [{}, tampered, {}]],
    ['the end', [{}, {}, tampered]],
    ['the payout', [{}, {}, { payout: coins(0) }]],
  ])(
    'is found out at the end when it tampered with %s',
    async (_what, changes) => {
      const verdicts: object[] = []
      for (const [at, ask] of [START, SKIP, IDLE].entries()) {
        verdicts.push(await play(ask, changes[at]))
      }
      expect(verdicts).toEqual([OPEN, OPEN, mismatch('outcome')])
    },
  )

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

describe('a hand that ends while no page looks', () => {
  it('is right when it was played on elsewhere, and is forgotten then', async () => {
    await play()
    server.answer(hiLo, SKIP)
    server.answer(hiLo, IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    const { alarms, calls, hands } = await opened()
    await expect.poll(() => hands.ids()).toEqual([])
    expect(calls.filter((one) => one.startsWith('record'))).toHaveLength(1)
    expect(alarms).toEqual([])
  })

  it('is judged even if this page can’t read another one, which it requests once', async () => {
    const unreadable = await endElsewhere()
    await endElsewhere()
    changeRecord(server, withNewRules, unreadable)
    const { verifier, calls, hands } = await expectAlarmAtOpening('actions')
    await expect.poll(() => hands.ids()).toEqual([unreadable])
    await verifier.sync()
    const asked = `record ${unreadable}`
    expect(calls.filter((one) => one === asked)).toHaveLength(1)
  })

  it('is judged when a page finds the table without it', async () => {
    await endElsewhere()
    await browser.verifier.verifyEnds(hiLo.gameType)
    expect(browser.alarms).toMatchObject([{ about: 'round', what: 'actions' }])
    expect(browser.hands.ids()).toEqual([])
  })

  it('is left alone where it is the one that is open', async () => {
    await play()
    const [id] = browser.hands.ids()
    await browser.verifier.verifyEnds(hiLo.gameType, id)
    await browser.verifier.verifyEnds('Blackjack')
    expect(browser.calls).not.toContain(`record ${id}`)
  })

  it('is an alarm when the server has no record of it', async () => {
    await play()
    server.recordOf = () => undefined
    await expectAlarmAtOpening('record_missing')
  })

  it('is an alarm when another round’s record is shown as its own', async () => {
    const id = await endElsewhere()
    const flip = { betAmount: coins(10), choice: 'heads' }
    const other = server.record({ game: coinFlip, bet: flip })
    changeRecord(server, () => other, id)
    const { hands } = await expectAlarmAtOpening('other_record')
    expect(hands.ids()).toEqual([])
  })

  it('is an alarm when a card that was shown is another in the end', async () => {
    await play(START, { skipsLeft: 51 })
    server.answer(hiLo, IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    await expectAlarmAtOpening('outcome')
  })

  it('is an alarm when its record has other actions than were seen', async () => {
    await play()
    await play(skipAt(0))
    const dishonest = new HonestServer()
    dishonest.setClientSeed({ clientSeed: server.state().clientSeed, epoch: 0 })
    const actions = [{ action: 'cashout', reason: 'idle' }]
    const forged = dishonest.record({ game: hiLo, bet, actions })
    server.recordOf = () => forged
    await expectAlarmAtOpening('actions')
  })
})

describe('a reload in the middle of a hand', () => {
  it('changes nothing for an honest server', async () => {
    expect(await play()).toEqual(OPEN)
    const back = await opened()
    expect(await look(back)).toEqual(OPEN)
    expect(await play(skipAt(0), {}, back)).toEqual(OPEN)
    const again = await opened()
    expect(await play(idleAt(1), {}, again)).toEqual(PROVEN)
    expect(again.alarms).toEqual([])
  })

  it('does not let the server change a card that was shown before', async () => {
    await play(START, { skipsLeft: 51 })
    const verdict = await play(idleAt(0), {}, await opened())
    expect(verdict).toEqual(mismatch('outcome'))
  })

  it('does not let the server take back what was done before', async () => {
    await play()
    await play(skipAt(0))
    const actions = [{ action: 'cashout', reason: 'idle' }]
    const seen = { ...Object(server.lookAt(hiLo)), actions, step: 1 }
    const verdict = await look(await opened(), seen)
    expect(verdict).toEqual(mismatch('actions'))
  })

  it.each(['no', 'broken'])('is like a find with %s storage', async (kind) => {
    await play()
    const { storage, hands } = browser
    // As another program, or half a write, leaves it.
    for (const id of hands.ids()) {
      storage.setItem(`fairness/${PLAYER}/hand/${id}`, '{"answers":')
    }
    storage.setItem(`fairness/${PLAYER}/0/spells`, 'none')
    storage.setItem(`fairness/${PLAYER}/unaccounted`, '-')
    const back = await opened(kind === 'no' ? memoryStorage() : storage)
    expect(await look(back)).toEqual(OPEN)
    expect((await play(idleAt(0), {}, back)).is).not.toBe('mismatch')
    expect(back.alarms).toEqual([])
  })
})

describe('answers that cross each other', () => {
  it('are right where a look that was read before comes in after', async () => {
    await play()
    const read = server.lookAt(hiLo)
    expect(await play(skipAt(0))).toEqual(OPEN)
    expect(await look(browser, read)).toEqual(OPEN)
    expect(await play(idleAt(1))).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })

  it('are right where another tab looked before the answer was shown', async () => {
    await play()
    const answer = server.answer(hiLo, skipAt(0))
    const tab = await opened()
    await look(tab)
    expect(await browser.judge(hiLo, skipAt(0), answer)).toEqual(OPEN)
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('are right where a look comes in after the end', async () => {
    await play()
    const read = server.lookAt(hiLo)
    expect(await play(idleAt(0))).toEqual(PROVEN)
    expect(await look(browser, read)).toEqual(OPEN)
    const back = await opened()
    await expect.poll(() => back.hands.ids()).toEqual([])
    expect([...browser.alarms, ...back.alarms]).toEqual([])
  })
})

describe('a hand that was seen before its start was answered', () => {
  const DEARER: RequestedMove = { start: { betAmount: coins(900) } }
  const OTHER_BET = mismatch('bet')

  /** Another page looks, and so finds the hand in the player's history. */
  async function seenInRecord() {
    const { hands } = await opened()
    await expect.poll(() => hands.ids()).toHaveLength(1)
  }
  const seenAtTable = () => look(verifierOf(server, browser.storage))

  it.each([
    ['its record', seenInRecord],
    ['another tab', seenAtTable],
  ])('is an alarm when %s shows another stake', async (_where, see) => {
    const answer = server.answer(hiLo, DEARER)
    await see()
    expect(await browser.judge(hiLo, START, answer)).toEqual(OTHER_BET)
  })

  it('is an alarm when its record shows another stake than the answer', async () => {
    const answer = server.answer(hiLo, DEARER)
    await seenInRecord()
    const shown = { ...answer, ...bet }
    expect(await browser.judge(hiLo, START, shown)).toEqual(OTHER_BET)
  })

  it('is right when it is the one that was asked for', async () => {
    const answer = server.answer(hiLo, START)
    await seenInRecord()
    expect(await browser.judge(hiLo, START, answer)).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })
})
