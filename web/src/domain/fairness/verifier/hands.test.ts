import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Action, Ask } from '#core/games/game.ts'
import { IDLE_AFTER_MS } from '#core/games/game.ts'
import { type HiLoBet, hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { withNewRules } from '#testing/page/new-rules.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'
import { handStoreOf } from './hand-store.ts'
import { type KeyValueStorage, memoryStorage } from './key-value-storage.ts'

const bet: HiLoBet = { betAmount: coins(10) }
const start: Ask = { start: bet }
const FLIP_BET: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const SKIP = { action: 'skip' }
const IDLE = { action: 'cashout', reason: 'idle' }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = await opened()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A page of the browser that comes in with what was kept. */
async function opened(storage?: KeyValueStorage) {
  const page = verifierOf(server, storage)
  await page.verifier.sync()
  return page
}

const act = (action: Action, step: number): Ask => ({ act: action, step })

/** Asks the house, changes what it says, and judges that. */
function judged(
  ask: Ask,
  {
    by = browser,
    changed = {},
  }: { by?: typeof browser; changed?: object } = {},
) {
  const said = server.answer(hiLo, ask)
  const answer = { ...said, ...changed } as GameAnswer
  return by.verifier.verifyAnswer({ game: hiLo, ask, answer })
}

/** What the house does, and no page of this browser hears of. */
const elsewhere = (action: Action) => server.answer(hiLo, { act: action })

const found = (answer: unknown, by = browser) =>
  by.verifier.verifyAnswer({ game: hiLo, answer: answer as GameAnswer })

const lookAt = () => server.lookAt(hiLo)

const keptIn = (storage: KeyValueStorage) => handStoreOf(storage, PLAYER).ids()

describe('a hand that ends while no page looks', () => {
  it('is right when it was played on elsewhere, and is forgotten then', async () => {
    await judged(start)
    elsewhere(SKIP)
    elsewhere(IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    const { alarms, calls, storage } = await opened(browser.storage)
    await expect.poll(() => keptIn(storage)).toEqual([])
    expect(calls.filter((one) => one.startsWith('record'))).toHaveLength(1)
    expect(alarms).toEqual([])
  })

  it('is judged also beside one that this page can not read', async () => {
    await judged(start)
    elsewhere(IDLE)
    const [unreadable] = keptIn(browser.storage)
    await judged(start)
    elsewhere(IDLE)
    const recordOf = server.recordOf.bind(server)
    server.recordOf = (id) =>
      id === unreadable ? withNewRules(recordOf(id)) : recordOf(id)
    const { verifier, alarms, calls, storage } = await opened(browser.storage)
    await expect.poll(() => alarms).toMatchObject([{ what: 'actions' }])
    await expect.poll(() => keptIn(storage)).toEqual([unreadable])
    await verifier.sync()
    await expect
      .poll(() => calls.filter((one) => one === 'state'))
      .toHaveLength(2)
    expect(calls.filter((one) => one === `record ${unreadable}`)).toHaveLength(
      1,
    )
  })

  it('is judged also beside one whose record does not come', async () => {
    await judged(start)
    elsewhere(IDLE)
    const [away] = keptIn(browser.storage)
    await judged(start)
    elsewhere(IDLE)
    const recordOf = server.recordOf.bind(server)
    server.recordOf = (id) => {
      if (id === away) throw new Error('Away')
      return recordOf(id)
    }
    const { alarms } = await opened(browser.storage)
    await expect.poll(() => alarms).toMatchObject([{ what: 'actions' }])
  })

  it('is kept while it is open', async () => {
    await judged(start)
    const back = await opened(browser.storage)
    await expect
      .poll(() => back.calls.filter((one) => one.startsWith('record')))
      .toHaveLength(1)
    expect(keptIn(back.storage)).toHaveLength(1)
    expect(back.alarms).toEqual([])
  })

  it('is judged when a page finds the table without it', async () => {
    await judged(start)
    elsewhere(IDLE)
    await browser.verifier.verifyEnds(hiLo.gameType)
    expect(browser.alarms).toMatchObject([{ about: 'round', what: 'actions' }])
    expect(keptIn(browser.storage)).toEqual([])
  })

  it('is left alone where it is the one that is open', async () => {
    await judged(start)
    const [id] = keptIn(browser.storage)
    await browser.verifier.verifyEnds(hiLo.gameType, id)
    await browser.verifier.verifyEnds('Blackjack')
    expect(browser.calls).not.toContain(`record ${id}`)
  })

  it('is an alarm when it was cashed out as left alone, but was not', async () => {
    await judged(start)
    elsewhere(IDLE)
    const { alarms } = await opened(browser.storage)
    await expect
      .poll(() => alarms)
      .toMatchObject([{ about: 'round', what: 'actions' }])
  })

  it('is an alarm when the house has no record of it', async () => {
    await judged(start)
    server.recordOf = () => undefined
    const { alarms } = await opened(browser.storage)
    await expect
      .poll(() => alarms)
      .toMatchObject([{ about: 'round', what: 'record_missing' }])
  })

  it('is an alarm when another round’s record is told as its own', async () => {
    await judged(start)
    elsewhere(IDLE)
    const recordOf = server.recordOf.bind(server)
    const [transactionId = ''] = keptIn(browser.storage)
    const other = server.record({ game: coinFlip, bet: FLIP_BET })
    server.recordOf = (id) => (id === transactionId ? other : recordOf(id))
    const { alarms, storage } = await opened(browser.storage)
    const what = 'other_record'
    await expect
      .poll(() => alarms)
      .toEqual([{ about: 'round', transactionId, what }])
    expect(keptIn(storage)).toEqual([])
  })

  it('is an alarm when a card that was shown is another in the end', async () => {
    await judged(start, { changed: { skipsLeft: 51 } })
    elsewhere(IDLE)
    vi.setSystemTime(Date.now() + IDLE_AFTER_MS)
    const { alarms } = await opened(browser.storage)
    await expect
      .poll(() => alarms)
      .toMatchObject([{ about: 'round', what: 'outcome' }])
  })

  it('is an alarm when what was done in it is another in the end', async () => {
    await judged(start)
    await judged(act(SKIP, 0))
    const { nonce } = server
    const liar = new HonestServer()
    liar.setClientSeed({ clientSeed: server.state().clientSeed, epoch: 0 })
    liar.nonce = nonce - 1
    const forged = liar.record({ game: hiLo, bet, actions: [IDLE] })
    server.recordOf = () => forged
    const { alarms } = await opened(browser.storage)
    await expect
      .poll(() => alarms)
      .toMatchObject([{ about: 'round', what: 'actions' }])
  })
})

describe('a reload in the middle of a hand', () => {
  it('changes nothing for an honest house', async () => {
    expect(await judged(start)).toEqual({ is: 'open' })
    const back = await opened(browser.storage)
    expect(await found(lookAt(), back)).toEqual({ is: 'open' })
    expect(await judged(act(SKIP, 0), { by: back })).toEqual({ is: 'open' })
    const again = await opened(browser.storage)
    const end = await judged(act(IDLE, 1), { by: again })
    expect(end).toEqual({ is: 'proven' })
    expect(again.alarms).toEqual([])
  })

  it('does not let the house change a card that was shown before', async () => {
    await judged(start, { changed: { skipsLeft: 51 } })
    const back = await opened(browser.storage)
    expect(await judged(act(IDLE, 0), { by: back })).toEqual({
      is: 'mismatch',
      what: 'outcome',
    })
  })

  it('does not let the house take back what was done before', async () => {
    await judged(start)
    await judged(act(SKIP, 0))
    const back = await opened(browser.storage)
    const actions = [IDLE]
    const taken = { ...(lookAt() as object), actions, step: 1 }
    expect(await found(taken, back)).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it.each([
    ['no storage at all', () => memoryStorage()],
    ['broken storage', brokenStorage],
  ])('is judged as one that was only found, with %s', async (_what, lost) => {
    await judged(start)
    const back = await opened(lost(browser.storage))
    expect(await found(lookAt(), back)).toEqual({ is: 'open' })
    const end = await judged(act(IDLE, 0), { by: back })
    expect(end.is).not.toBe('mismatch')
    expect(back.alarms).toEqual([])
  })

  it('finds what was kept within bounds', () => {
    const storage = memoryStorage()
    const hands = handStoreOf(storage, PLAYER)
    const hand = { gameType: 'Hi-Lo', rulesVersion: 1, bet, answers: [] }
    for (let at = 0; at < 40; at += 1) {
      hands.keep(`hand ${at}`, { ...hand, seenAt: at })
    }
    expect(hands.ids()).toHaveLength(16)
    expect(hands.ids()).toContain('hand 39')
    hands.keep('hand 39', { ...hand, bet: 'x'.repeat(300_000), seenAt: 41 })
    expect(hands.find('hand 39')?.bet).toEqual(bet)
  })
})

/** What another program, or half a write, has left. */
function brokenStorage(storage: KeyValueStorage): KeyValueStorage {
  for (const id of keptIn(storage)) {
    storage.setItem(`fairness/${PLAYER}/hand/${id}`, '{"answers":')
  }
  storage.setItem(`fairness/${PLAYER}/0/intervals`, 'none')
  storage.setItem(`fairness/${PLAYER}/unaccounted`, '-')
  return storage
}

describe('answers that cross each other', () => {
  it('are right where a look that was read before comes in after', async () => {
    await judged(start)
    const read = lookAt()
    expect(await judged(act(SKIP, 0))).toEqual({ is: 'open' })
    expect(await found(read)).toEqual({ is: 'open' })
    expect(await judged(act(IDLE, 1))).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('are right where another tab looked before the answer was shown', async () => {
    await judged(start)
    const ask = act(SKIP, 0)
    const answer = server.answer(hiLo, ask)
    const tab = await opened(browser.storage)
    await found(lookAt(), tab)
    const round = { game: hiLo, ask, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({ is: 'open' })
    expect([...browser.alarms, ...tab.alarms]).toEqual([])
  })

  it('are right where a look comes in after the end', async () => {
    await judged(start)
    const read = lookAt()
    expect(await judged(act(IDLE, 0))).toEqual({ is: 'proven' })
    expect(await found(read)).toEqual({ is: 'open' })
    const back = await opened(browser.storage)
    await expect.poll(() => keptIn(back.storage)).toEqual([])
    expect([...browser.alarms, ...back.alarms]).toEqual([])
  })
})
