import { expect, test } from 'vitest'
import * as z from 'zod'
import { slotAnswer } from '#core/games/slots/slot-answer.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { flipHeads, sawOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  balanceOf,
  move,
  newPlayer,
  openGame,
  press,
} from '#testing/browser/player.ts'
import {
  sawProof,
  sawRecord,
  sawResult,
  sawToast,
} from '#testing/browser/saw.ts'
import { games, STAKE } from './endings.ts'

const moved = z.looseObject({
  transactionId: z.string(),
  balance: z.number(),
  payout: z.number().optional(),
})

const each = games.flatMap(({ endings, ...game }) =>
  endings.map((ending) => ({ ...game, ...ending })),
)

test.each(each)(
  '$title: $name is shown, paid and proven',
  async ({ title, path, isOf, buttons, story, toast, ...ending }) => {
    const page = await openPage()
    const player = await newPlayer(page)
    await page.goto(path)
    await chooseNextRound({ page, player }, isOf)
    let answer = moved.parse({ transactionId: '', balance: 0 })
    for (const button of buttons) {
      const response = await press(page, button)
      expect(response.status(), await response.text()).toBe(200)
      answer = moved.parse(await response.json())
    }
    const { net = (answer.payout ?? 0) - STAKE } = ending
    expect(answer.balance).toBe(1_000 + net)
    await sawResult(page, title, story(net))
    if (toast) await sawToast(page, ...toast(net))
    const hidden = page.getByRole('img', { name: 'Hidden card' })
    expect(await hidden.count()).toBe(0)
    await sawProof(page, player, answer.transactionId)
  },
)

test('the jackpot fills all slots with Bitcoin symbols and pays the whole pot, and a bet that the house can then not cover is refused', async () => {
  const page = await openPage({ complaints: [/status of 409/] })
  const player = await newPlayer(page)
  await page.goto('/slots')
  // Enough for a jackpot to be found soon, and little for the house to cover.
  const bet = { betAmount: coins(100) }
  await chooseNextRound({ page, player }, (draws) =>
    slots.jackpot.isHit(slots.start(bet, draws)),
  )
  await page.getByLabel('Bet Amount').fill(String(bet.betAmount))
  const answer = await move(page, 'Spin', slotAnswer)
  expect(answer.jackpotWin).toBeGreaterThanOrEqual(JACKPOT_SEED)
  expect(answer.balance).toBe(900 + answer.jackpotWin)
  const gain = answer.jackpotWin - bet.betAmount
  const pot = gain.toLocaleString('en-US')
  await sawResult(page, 'Slots', `Jackpot! You won ${pot} coins`)
  await sawToast(page, 'Winner!', `You won ${pot} coins!`)
  const row = Array.from({ length: REEL_COUNT }, () => 'BTC').join(', ')
  const name = `The reels: top row ${row}; middle row ${row}; bottom row ${row}`
  await page.getByRole('img', { name }).waitFor()
  await sawProof(page, player, answer.transactionId, 'Proven hit')

  await page.getByLabel('Bet Amount').fill(String(answer.balance))
  const response = await press(page, 'Spin')
  const { message, largestStake } = await response.json()
  expect(message).toBe(
    `The house can not cover a win of that size now. The largest bet is ${largestStake} coins.`,
  )
  await sawToast(page, 'Error', `409: ${message}`)
  await accountButton(page, player.username, answer.balance).waitFor()
  expect(await balanceOf(page)).toBe(answer.balance)
  await sawRecord(page, answer.transactionId)
})

test('under reduced motion nothing flies, and the result is shown', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  // Looks at every frame, where a locator looks twice a second.
  const movements = page.waitForFunction((name) => {
    const coin = document.querySelector(`[role=img][aria-label="${name}"]`)
    return coin
      ?.getAnimations({ subtree: true })
      .filter(({ playState }) => playState === 'running')
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect
          ? effect.getKeyframes().flatMap((frame) => Object.keys(frame))
          : [],
      )
  }, 'The coin is in the air')
  const [answer, seen] = await Promise.all([flipHeads(page), movements])
  const properties = (await seen.jsonValue()) ?? []
  // Fading is no movement.
  expect(
    properties.filter((each) => /transform|translate|rotate|scale/.test(each)),
  ).toEqual([])
  await sawOutcome(page, answer)
})
