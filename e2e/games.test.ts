import { expect, test } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { FLIP_PATH } from '#testing/browser/flip.ts'
import { handTables, journeys } from '#testing/browser/journeys.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  move,
  newPlayer,
  openGame,
  press,
  readBalance,
} from '#testing/browser/player.ts'
import {
  waitForProof,
  waitForRecord,
  waitForResult,
  waitForShield,
} from '#testing/browser/wait-for.ts'

const plainGames = journeys.filter(({ hand }) => !hand)

test.each(plainGames)(
  'a round of $title is shown, paid and proven, and so is its record',
  async ({ title, path, buttons }) => {
    const page = await openPage()
    const player = await openGame(page, path)
    const response = await press(page, buttons[0])
    expect(response.status()).toBe(200)
    const { transactionId, betAmount, payout, balance } = await response.json()
    expect(balance).toBe(1_000 - betAmount + payout)
    await waitForResult(page, title, /You lost .* coins?$|Paid/)
    await waitForProof(page, player, transactionId)
    await waitForRecord(page, transactionId)
  },
)

test.each(handTables)(
  'a hand of $title goes on after a reload to its proven end, and its record is proven',
  async ({
    title,
    path,
    matches,
    start,
    continueButton,
    endButton,
    answer,
    resumedText,
  }) => {
    const page = await openPage()
    const player = await newPlayer(page)
    await page.goto(path)
    await chooseNextRound({ page, player }, matches)
    await move(page, start, answer)
    await move(page, continueButton, answer)
    await page
      .getByRole('button', { name: endButton, disabled: false })
      .waitFor()
    const cards = page.getByRole('region', { name: title }).getByRole('img')
    const spoken = () =>
      cards.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
    const before = await spoken()

    await page.reload()
    await waitForResult(page, title, resumedText)
    await waitForShield(page, 'Round open')
    expect(await spoken()).toEqual(before)
    const { transactionId } = await move(page, endButton, answer)
    await waitForProof(page, player, transactionId)
    await waitForRecord(page, transactionId)
  },
)

test.each(journeys)(
  'a round of $title is played on a page that its browser has translated',
  async ({ path, buttons: [start], hand }) => {
    const page = await openPage()
    const player = await openGame(page, path)
    const begins = page.getByRole('button', { name: start, disabled: false })
    await begins.waitFor()
    await page.evaluate(translateTexts)
    if (hand) await chooseNextRound({ page, player }, hand.matches)
    const rest = hand ? [hand.continueButton, hand.endButton] : [start]
    for (const name of [start, ...rest]) {
      expect((await press(page, name)).status()).toBe(200)
    }
    await begins.waitFor()
    expect(await page.locator('main font').count()).toBeGreaterThan(0)
  },
)

/** Replaces each text by a copy in <font>, now and later, as Chrome's translator does. */
function translateTexts(): void {
  const translate = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    }
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest('font, head, script, style, svg')) continue
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
  }
  translate()
  new MutationObserver(translate).observe(document, {
    childList: true,
    subtree: true,
  })
}

test('an autobet stops after all bets, each paid and the last proven', async () => {
  const page = await openPage()
  const { username } = await openGame(page, '/coinflip')
  const flips: Promise<CoinFlipAnswer>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith(FLIP_PATH)) return
    flips.push(response.json().then((json) => coinFlipAnswer.parse(json)))
  })
  await page.getByRole('tab', { name: 'Auto' }).click()
  await page.getByRole('textbox', { name: 'Bets' }).fill('3')
  await page.getByRole('button', { name: 'Start autobet' }).click()
  const auto = page.getByRole('tabpanel', { name: 'Auto' }).getByRole('status')
  await auto.filter({ hasText: /Stopped after 3 of 3 bets/ }).waitFor()

  const answers = await Promise.all(flips)
  expect(answers.length).toBe(3)
  const gain = answers.reduce(
    (sum, { payout, betAmount }) => sum + payout - betAmount,
    0,
  )
  await waitForShield(page, 'Proven fair')
  expect(await readBalance(page)).toBe(1_000 + gain)
  await accountButton(page, username, 1_000 + gain).waitFor()
})
