import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stepsAnswer } from '#core/api/rounds.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { IDLE_AFTER_MS, type RequestedMove } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import {
  type Browser,
  changeRecord,
  createVerifier,
  IDLE,
  openBrowser,
  SKIP,
  START,
  withNewRules,
} from '#testing/page/verifier-of.ts'
import { memoryStorage } from '../../../lib/key-value-storage.ts'

const guess = { action: 'play', choice: 'higher' }
const GUESS: RequestedMove = { act: guess }
/** Replaces a guess whose payout the server can’t cover. */
const LIMIT: RequestedMove = {
  act: { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
}

const moveNames = stepsAnswer.shape.legalActions
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
const open = (storage = browser.storage) => openBrowser(server, storage)
const play = (move = START, change = {}, by = browser) =>
  by.play(hiLo, move, change)
const idleMove = (step: number): RequestedMove => ({ ...IDLE, step })
const skipMove = (step: number): RequestedMove => ({ ...SKIP, step })
const look = (by = browser, seen = server.readGame(hiLo)) =>
  by.judge(hiLo, undefined, seen)

/** Plays a hand that the server cashes out as idle without an answer here. */
async function endElsewhere(): Promise<string> {
  await play()
  server.answer(hiLo, IDLE)
  return browser.hands.ids().at(-1) ?? ''
}

async function expectAlarmAtOpening(what: string): Promise<Browser> {
  const page = await open()
  await expect.poll(() => page.alarms).toMatchObject([{ about: 'round', what }])
  return page
}

const mismatch = (what: string) => ({ is: 'mismatch', what })

describe('an honest round of several steps', () => {
  test('is open until it ends, then proven', async () => {
    expect(await play(START)).toEqual(OPEN)
    expect(await play(SKIP)).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })

  test('is proven except for the server’s reason to act on its own', async () => {
    await play(START)
    const answer = server.answer(hiLo, LIMIT)
    const verdict = await browser.judge(hiLo, GUESS, answer)
    expect(verdict).toEqual({ is: 'stepped_in' })
    expect(browser.alarms).toEqual([])
  })

  test('is proven when this page found it open', async () => {
    const answer = server.answer(hiLo, START)
    const found = await browser.judge(hiLo, undefined, answer)
    expect(found).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
  })
})

describe('a server that cheats during a round', () => {
  const tampered = { skipsLeft: 50 }

  test.each([
    ['the start', [tampered, {}, {}]],
    ['a later step', [{}, tampered, {}]],
    ['the end', [{}, {}, tampered]],
    ['the payout', [{}, {}, { payout: coins(0) }]],
  ])(
    'is detected at the end when it tampers with %s',
    async (_what, changes) => {
      const verdicts: object[] = []
      for (const [at, move] of [START, SKIP, IDLE].entries()) {
        verdicts.push(await play(move, changes[at]))
      }
      expect(verdicts).toEqual([OPEN, OPEN, mismatch('outcome')])
    },
  )

  test.each<[string, RequestedMove, RequestedMove]>([
    ['does something else', SKIP, GUESS],
    ['acts as if the player were idle', IDLE, SKIP],
    ['acts as if at its limit, where it could not be', LIMIT, SKIP],
  ])('is detected at once when it %s', async (_how, done, move) => {
    await play(START)
    const answer = server.answer(hiLo, done)
    const verdict = await browser.judge(hiLo, move, answer)
    expect(verdict).toEqual(mismatch('actions'))
  })

  test.each<[string, (moves: string[]) => string[]]>([
    ['hides a move', (moves) => moves.slice(1)],
    ['offers a move that is not allowed', (moves) => [...moves, 'bite']],
    ['lists the moves in another order', (moves) => moves.toReversed()],
  ])('is detected at the end when it %s', async (_how, changed) => {
    const answer = server.answer(hiLo, START)
    const legalActions = changed(moveNames.parse(answer.legalActions))
    await browser.judge(hiLo, START, { ...answer, legalActions })
    expect(await play(IDLE)).toEqual(mismatch('choices'))
  })

  test('is detected at once when it plays on by itself', async () => {
    server.answer(hiLo, START)
    const answer = server.answer(hiLo, SKIP)
    const verdict = await browser.judge(hiLo, START, answer)
    expect(verdict).toEqual(mismatch('actions'))
  })

  const serverSeed = '5e'.repeat(32)
  test.each<[string, RequestedMove[], object, string]>([
    ['miscounts the steps', [START], { step: 1 }, 'actions'],
    [
      'promises another seed',
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
  ])('is detected at once when it %s', async (_how, moves, change, what) => {
    for (const move of moves.slice(0, -1)) await play(move)
    expect(await play(moves.at(-1) ?? START, change)).toEqual(mismatch(what))
  })
})

describe('a hand that ends while no page is open', () => {
  test('is accepted and forgotten when it ended elsewhere', async () => {
    await play()
    server.answer(hiLo, SKIP)
    server.answer(hiLo, IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    const { alarms, calls, hands } = await open()
    await expect.poll(() => hands.ids()).toEqual([])
    expect(calls.filter((one) => one.startsWith('record'))).toHaveLength(1)
    expect(alarms).toEqual([])
  })

  test('is judged even if another one, which is requested once, is unreadable', async () => {
    const unreadable = await endElsewhere()
    await endElsewhere()
    changeRecord(server, withNewRules, unreadable)
    const { verifier, calls, hands } = await expectAlarmAtOpening('actions')
    await expect.poll(() => hands.ids()).toEqual([unreadable])
    await verifier.sync()
    const call = `record ${unreadable}`
    expect(calls.filter((one) => one === call)).toHaveLength(1)
  })

  test('is judged when the page finds it no longer open', async () => {
    await endElsewhere()
    await browser.verifier.verifyEnds(hiLo.gameType)
    expect(browser.alarms).toMatchObject([{ about: 'round', what: 'actions' }])
    expect(browser.hands.ids()).toEqual([])
  })

  test('is not judged while it is still open', async () => {
    await play()
    const [id] = browser.hands.ids()
    await browser.verifier.verifyEnds(hiLo.gameType, id)
    await browser.verifier.verifyEnds('Blackjack')
    expect(browser.calls).not.toContain(`record ${id}`)
  })

  test('raises the alarm when the server has no record of it', async () => {
    await play()
    server.toRecord = () => undefined
    await expectAlarmAtOpening('record_missing')
  })

  test('raises the alarm when another round’s record is shown as its own', async () => {
    const id = await endElsewhere()
    const flip = { betAmount: coins(10), choice: 'heads' }
    const other = server.record({ game: coinFlip, bet: flip })
    changeRecord(server, () => other, id)
    const { hands } = await expectAlarmAtOpening('other_record')
    expect(hands.ids()).toEqual([])
  })

  test('raises the alarm when its record changes a card shown before', async () => {
    await play(START, { skipsLeft: 51 })
    server.answer(hiLo, IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    await expectAlarmAtOpening('outcome')
  })

  test('raises the alarm when its record changes the actions seen before', async () => {
    await play()
    await play(skipMove(0))
    const dishonest = new HonestServer()
    dishonest.setClientSeed({ clientSeed: server.state().clientSeed, epoch: 0 })
    const actions = [{ action: 'cashout', reason: 'idle' }]
    const forged = dishonest.record({ game: hiLo, bet, actions })
    server.toRecord = () => forged
    await expectAlarmAtOpening('actions')
  })
})

describe('a reload in the middle of a hand', () => {
  test('changes nothing for an honest server', async () => {
    expect(await play()).toEqual(OPEN)
    const back = await open()
    expect(await look(back)).toEqual(OPEN)
    expect(await play(skipMove(0), {}, back)).toEqual(OPEN)
    const again = await open()
    expect(await play(idleMove(1), {}, again)).toEqual(PROVEN)
    expect(again.alarms).toEqual([])
  })

  test('does not let the server change a card that was shown before', async () => {
    await play(START, { skipsLeft: 51 })
    const verdict = await play(idleMove(0), {}, await open())
    expect(verdict).toEqual(mismatch('outcome'))
  })

  test('does not let the server undo earlier moves', async () => {
    await play()
    await play(skipMove(0))
    const actions = [{ action: 'cashout', reason: 'idle' }]
    const seen = { ...server.readGame(hiLo), actions, step: 1 }
    const verdict = await look(await open(), seen)
    expect(verdict).toEqual(mismatch('actions'))
  })

  test.each(['no', 'broken'])(
    'finds it again with %s storage',
    async (kind) => {
      await play()
      const { storage, hands } = browser
      // As another program, or half a write, leaves it.
      for (const id of hands.ids()) {
        storage.setItem(`fairness/${PLAYER}/hand/${id}`, '{"answers":')
      }
      storage.setItem(`fairness/${PLAYER}/0/spells`, 'none')
      storage.setItem(`fairness/${PLAYER}/unaccounted`, '-')
      const back = await open(kind === 'no' ? memoryStorage() : storage)
      expect(await look(back)).toEqual(OPEN)
      expect((await play(idleMove(0), {}, back)).is).not.toBe('mismatch')
      expect(back.alarms).toEqual([])
    },
  )
})

describe('overlapping answers', () => {
  test('are accepted when an older look arrives after a move', async () => {
    await play()
    const read = server.readGame(hiLo)
    expect(await play(skipMove(0))).toEqual(OPEN)
    expect(await look(browser, read)).toEqual(OPEN)
    expect(await play(idleMove(1))).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })

  test('are accepted when another tab looks before the answer is shown', async () => {
    await play()
    const answer = server.answer(hiLo, skipMove(0))
    const tab = await open()
    await look(tab)
    expect(await browser.judge(hiLo, skipMove(0), answer)).toEqual(OPEN)
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  test('are accepted when a read arrives after the end', async () => {
    await play()
    const read = server.readGame(hiLo)
    expect(await play(idleMove(0))).toEqual(PROVEN)
    expect(await look(browser, read)).toEqual(OPEN)
    const back = await open()
    await expect.poll(() => back.hands.ids()).toEqual([])
    expect([...browser.alarms, ...back.alarms]).toEqual([])
  })
})

describe('a hand seen before its start is answered', () => {
  const DEARER: RequestedMove = { start: { betAmount: coins(900) } }
  const OTHER_BET = mismatch('bet')

  /** Another page looks, and so finds the hand in the player's history. */
  async function seenInRecord() {
    const { hands } = await open()
    await expect.poll(() => hands.ids()).toHaveLength(1)
  }
  const seenAtTable = () => look(createVerifier(server, browser.storage))

  test.each([
    ['its record', seenInRecord],
    ['another tab', seenAtTable],
  ])('is a mismatch when %s shows another stake', async (_where, see) => {
    const answer = server.answer(hiLo, DEARER)
    await see()
    expect(await browser.judge(hiLo, START, answer)).toEqual(OTHER_BET)
  })

  test('is a mismatch when its record and the answer show different stakes', async () => {
    const answer = server.answer(hiLo, DEARER)
    await seenInRecord()
    const shown = { ...answer, ...bet }
    expect(await browser.judge(hiLo, START, shown)).toEqual(OTHER_BET)
  })

  test('is accepted when it is the requested one', async () => {
    const answer = server.answer(hiLo, START)
    await seenInRecord()
    expect(await browser.judge(hiLo, START, answer)).toEqual(OPEN)
    expect(await play(IDLE)).toEqual(PROVEN)
    expect(browser.alarms).toEqual([])
  })
})
