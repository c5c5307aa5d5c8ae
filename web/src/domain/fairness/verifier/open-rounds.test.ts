import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { integerBelow } from '#core/fairness/draws.ts'
import type { Action, Ask, Game } from '#core/games/game.ts'
import { startRequest } from '#core/games/requests.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { stake } from '#core/money/stake.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { verifierOf } from '#testing/page/verifier-of.ts'

type DicePosition = {
  staked: Coins
  eyes: number
  throws: number
  outcome?: { payout: Coins; eyes: number }
}

const dieBet = z.strictObject({ betAmount: stake })
const eyesOf = (draw: number) => integerBelow(draw, 6) + 1

/** A die that can be thrown again and pays its eyes when it is left alone. */
const dice: Game<
  z.infer<typeof dieBet>,
  { payout: Coins; eyes: number },
  DicePosition
> = {
  path: 'dice',
  gameType: 'Hi-Lo',
  rulesVersion: 1,
  requests: [startRequest('dice', dieBet)],
  bet: dieBet,
  outcome: z.strictObject({ payout: coinAmount, eyes: z.int() }),
  exposure: () => ({ payout: 6, loss: 6 }),
  start: ({ betAmount }, draws) => ({
    staked: betAmount,
    eyes: eyesOf(draws(0)),
    throws: 1,
  }),
  view: ({ eyes }) => ({ eyes }),
  describe: ({ eyes }) => `${eyes} eyes`,
  explain: () => 'eyes',
  steps: {
    action: z.object({
      action: z.enum(['throw', 'stop']),
      reason: z.optional(z.string()),
    }) as z.ZodMiniType<Action>,
    allows: ({ outcome }) => !outcome,
    act(position, { action }, draws) {
      const { eyes, throws } = position
      if (action === 'throw') {
        return { ...position, eyes: eyesOf(draws(throws)), throws: throws + 1 }
      }
      return { ...position, outcome: { payout: coins(eyes), eyes } }
    },
  },
  choices: {
    legalActions: ({ outcome }) => (outcome ? [] : ['throw', 'stop']),
    price: () => 0,
    exposure: () => ({ payout: 6, loss: 6 }),
    idle: {},
    automaticAction: () => ({ action: 'stop', reason: 'idle' }),
    insteadOf: ({ reason }) => (reason === 'limit' ? THROW : undefined),
  },
}

const THROW = { action: 'throw' }
const start: Ask = { start: { betAmount: coins(10) } }
const again: Ask = { act: { action: 'throw' } }
const stop: Ask = { act: { action: 'stop' } }

let server: HonestServer
let browser: ReturnType<typeof verifierOf>

beforeEach(async () => {
  server = new HonestServer()
  browser = verifierOf(server)
  await browser.verifier.sync()
})

/** Asks the house, changes what it says, and judges that. */
async function judged(ask: Ask, changed: (answer: GameAnswer) => object) {
  const said = server.answer(dice, ask)
  const answer = { ...said, ...changed(said) } as GameAnswer
  return browser.verifier.verifyAnswer({ game: dice, ask, answer })
}

const honestly = () => ({})

describe('an honest round of several steps', () => {
  it('is open until it ends, then proven', async () => {
    expect(await judged(start, honestly)).toEqual({ is: 'open' })
    expect(await judged(again, honestly)).toEqual({ is: 'open' })
    expect(await judged(stop, honestly)).toEqual({ is: 'proven' })
    expect(browser.alarms).toEqual([])
  })

  it('is proven but for the house’s word when it had to act for the player', async () => {
    await judged(start, honestly)
    const forced: Ask = { act: { action: 'stop', reason: 'limit' } }
    const answer = server.answer(dice, forced)
    const round = { game: dice, ask: again, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({
      is: 'stepped_in',
    })
    expect(browser.alarms).toEqual([])
  })

  it('is proven when this page only found it open', async () => {
    const answer = server.answer(dice, start)
    const found = { game: dice, answer }
    expect(await browser.verifier.verifyAnswer(found)).toEqual({ is: 'open' })
    expect(await judged(stop, honestly)).toEqual({ is: 'proven' })
  })
})

describe('a house that cheats on the way', () => {
  const otherEyes = ({ eyes }: GameAnswer) => ({ eyes: Number(eyes) + 1 })

  it.each([
    ['the first throw', [otherEyes, honestly, honestly]],
    ['a later throw', [honestly, otherEyes, honestly]],
    ['the end', [honestly, honestly, otherEyes]],
    ['the payout', [honestly, honestly, () => ({ payout: coins(0) })]],
  ])('is found out at the end when it lied about %s', async (_what, lies) => {
    const verdicts: object[] = []
    for (const [at, ask] of [start, again, stop].entries()) {
      verdicts.push(await judged(ask, lies[at] ?? honestly))
    }
    const end = { is: 'mismatch', what: 'outcome' }
    expect(verdicts).toEqual([{ is: 'open' }, { is: 'open' }, end])
  })

  it('is found out at once when it does something else than was asked', async () => {
    await judged(start, honestly)
    const answer = server.answer(dice, again)
    const round = { game: dice, ask: stop, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it.each([
    ['idle', { action: 'stop', reason: 'idle' }],
    ['at its limit, where it could not be', { action: 'throw' }],
  ])('is found out at once when it acts as if %s', async (_why, asked) => {
    await judged(start, honestly)
    const isIdle = 'reason' in asked
    const reason = isIdle ? 'idle' : 'limit'
    const answer = server.answer(dice, { act: { action: 'stop', reason } })
    const ask = isIdle ? again : stop
    const round = { game: dice, ask, answer }
    expect(await browser.verifier.verifyAnswer(round)).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it.each([
    ['hid a move', { legalActions: ['stop'] }],
    [
      'offered one that is not allowed',
      { legalActions: ['throw', 'stop', 'bite'] },
    ],
    ['named them in another order', { legalActions: ['stop', 'throw'] }],
  ])('is found out at the end when it %s', async (_how, shown) => {
    await judged(start, () => shown)
    expect(await judged(stop, honestly)).toEqual({
      is: 'mismatch',
      what: 'choices',
    })
  })

  it('is found out at once when it miscounts the steps', async () => {
    expect(await judged(start, () => ({ step: 1 }))).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it('is found out at once when it plays on by itself', async () => {
    server.answer(dice, start)
    const answer = server.answer(dice, again)
    const started = { game: dice, ask: start, answer }
    expect(await browser.verifier.verifyAnswer(started)).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it('is found out when it goes on with the seed of another round', async () => {
    await judged(start, honestly)
    const nonce = server.nonce + 1
    expect(await judged(again, () => ({ nonce }))).toEqual({
      is: 'mismatch',
      what: 'commitment',
    })
  })

  it('is found out at once when what was done before is another now', async () => {
    await judged(start, honestly)
    await judged(again, honestly)
    const actions = [{ action: 'stop' }, { action: 'stop' }]
    expect(await judged(stop, () => ({ actions }))).toEqual({
      is: 'mismatch',
      what: 'actions',
    })
  })

  it('is found out at once when it changes the bet', async () => {
    await judged(start, honestly)
    const changed = () => ({ betAmount: coins(20) })
    expect(await judged(again, changed)).toEqual({
      is: 'mismatch',
      what: 'bet',
    })
  })

  it('is found out at the start when it had promised another seed', async () => {
    const serverSeedHash = 'ab'.repeat(32)
    expect(await judged(start, () => ({ serverSeedHash }))).toEqual({
      is: 'mismatch',
      what: 'commitment',
    })
  })

  it('is found out when it ends a round that goes on by its rules', async () => {
    await judged(start, honestly)
    const serverSeed = '5e'.repeat(32)
    const over = { serverSeed, clientSeed: 'lucky', payout: coins(0) }
    expect((await judged(again, () => over)).is).toBe('mismatch')
  })
})
