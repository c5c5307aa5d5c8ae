import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { heldPromise } from '#testing/browser/held-promise.ts'
import { openGame, untilSeeded } from '#testing/browser/open-game.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  balanceOf,
  newName,
  newPlayer,
  PASSWORD,
} from '#testing/browser/player.ts'
import { sawProof } from '#testing/browser/proof.ts'
import { sawBriefly } from '#testing/browser/saw-briefly.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { tabTo } from '#testing/browser/tab-to.ts'
import { sawToast } from '#testing/browser/toast.ts'
import { FAIR_PROMISE } from '../../web/src/domain/site/fair-promise.ts'
import { flipBy, flipHeads, sawOutcome } from './flip.ts'

const HEADS = { betAmount: coins(10), choice: 'heads' } as const

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

test('on a phone a newcomer flips for nothing, takes a name, and has a proven bet at the fourth tap', async () => {
  const page = await openPage({ ...MOVING, ...PHONE })
  let taps = 0
  const tap = async (button: Locator) => {
    taps += 1
    await button.tap()
  }
  const heads = page.getByRole('button', { name: 'Heads' })
  const username = newName()
  await page.goto('/')
  await tap(heads)
  await page.getByText(/proven fair/).waitFor()
  await page.getByText(FAIR_PROMISE).waitFor()

  await tap(page.getByRole('link', { name: 'Take a name and 1,000 coins' }))
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await untilSeeded(page, async () => {
    await tap(page.getByRole('button', { name: 'Start Your Bendy Journey' }))
    const told = 'Your account has been created successfully'
    await sawToast(page, 'Welcome!', told)
  })
  await accountButton(page, username, 1_000).waitFor()

  const [{ answer }] = await Promise.all([
    flipBy(page, () => tap(heads)),
    sawBriefly(page, 'The coin is in the air'),
  ])
  await sawOutcome(page, answer)
  await sawShield(page, 'Proven fair')
  expect(taps).toBe(4)
  await accountButton(page, username, await balanceOf(page)).waitFor()

  await page.getByRole('button', { name: 'Proven fair why?' }).click()
  const [record] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'See the record' }).click(),
  ])
  await record.waitForURL(`**/verify/${answer.transactionId}`)
  await record
    .getByRole('heading', { name: 'Verification Successful' })
    .waitFor()
  await record.getByText('This browser has kept that seal.').waitFor()
  await record.getByText(`Called heads, fell ${answer.result}`).waitFor()

  await record.getByRole('link', { name: 'Back to Games' }).click()
  await record.getByRole('heading', { name: 'Casino Games' }).waitFor()
})

test.each([
  { name: 'a right call is celebrated', isWin: true },
  { name: 'a wrong call loses the bet', isWin: false },
])('$name, and is proven', async ({ isWin }) => {
  const page = await openPage(isWin ? MOVING : {})
  const player = await newPlayer(page)
  await page.goto('/coinflip')
  await chooseNextRound({ page, player }, (draws) => {
    const { outcome } = coinFlip.start(HEADS, draws)
    return outcome.payout > 0 === isWin
  })
  const canvas = page.locator('body > canvas')
  const confetti = isWin && heldPromise(canvas.waitFor({ state: 'attached' }))
  const { answer } = await flipHeads(page)
  const { payout } = answer
  expect(answer).toMatchObject({ isWin, balance: 990 + payout })
  await sawOutcome(page, answer)
  if (isWin) await sawToast(page, 'Winner!', `You won ${payout - 10} coins!`)
  await confetti
  await canvas.waitFor({ state: 'detached' })
  await sawProof(page, player)
})

test('the keyboard alone stakes, calls, skips and flips again', async () => {
  const page = await openPage()
  const { username } = await openGame(page, '/coinflip')
  await accountButton(page, username, 1_000).waitFor()
  const press = (key: string) => () => page.keyboard.press(key)

  await tabTo(page, page.getByLabel('Bet Amount'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('25')
  await tabTo(page, page.getByRole('button', { name: 'Heads' }))
  const heads = await flipBy(page, press('Enter'))
  expect(heads.bet).toEqual({ betAmount: 25, choice: 'heads' })
  await page.keyboard.press('Escape')
  await sawOutcome(page, heads.answer)

  await page.keyboard.press('ArrowRight')
  const again = await flipBy(page, press('Space'))
  expect(again.bet).toEqual({ betAmount: 25, choice: 'tails' })
  await sawOutcome(page, again.answer)
  const letter = await flipBy(page, press('h'))
  expect(letter.bet.choice).toBe('heads')
  await sawOutcome(page, letter.answer)
  await sawShield(page, 'Proven fair')
})

test('under reduced motion nothing flies, and the result is shown', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  const [{ answer }, movements] = await Promise.all([
    flipHeads(page),
    sawBriefly(page, 'The coin is in the air').then((coin) =>
      coin.evaluate(movementsIn),
    ),
  ])
  expect(movements).toEqual([])
  await sawOutcome(page, answer)
  await sawShield(page, 'Proven fair')
})

/** What moves in an element; fading is no movement. */
function movementsIn(element: Element): string[] {
  return element
    .getAnimations({ subtree: true })
    .filter(({ playState }) => playState === 'running')
    .flatMap(({ effect }) =>
      effect instanceof KeyframeEffect
        ? effect.getKeyframes().flatMap((frame) => Object.keys(frame))
        : [],
    )
    .filter((property) => /transform|translate|rotate|scale/.test(property))
}
