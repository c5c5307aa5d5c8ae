import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack.ts'
import type { Choice } from '#core/games/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { blackjackAnswer } from '#core/schemas/blackjack-answer.ts'
import { chooseNextRound } from './support/chosen-round.ts'
import { type Button, move } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { newPlayer } from './support/player.ts'
import { sawProof } from './support/proof.ts'
import { sawResult } from './support/saw-result.ts'
import { sawToast } from './support/toast.ts'

const BET = { betAmount: coins(10) }

/** What each choice is called on its button. */
const BUTTONS: Readonly<Record<Choice, Button>> = {
  hit: 'Hit',
  stand: 'Stand',
  double: /^Double/,
  split: /^Split/,
  insurance: 'Insure',
}

type Ending = {
  name: string
  choices: readonly Choice[]
  /** What the house calls it. */
  result: string
  /** What the page says of it. */
  story?: string
  /** What it brings, less all that was staked, in coins. */
  net: number
}

const BACK = 'Push. Your coins are back'
const LOST = 'Dealer wins. You lost 10 coins'

const endings: readonly Ending[] = [
  { name: 'a win', choices: ['stand'], result: 'You won 10 coins', net: 10 },
  {
    name: 'a loss',
    choices: ['stand'],
    result: 'Dealer wins',
    story: LOST,
    net: -10,
  },
  { name: 'a push', choices: ['stand'], result: 'Push', story: BACK, net: 0 },
  {
    name: 'a bust',
    choices: ['hit', 'hit'],
    result: 'Bust',
    story: 'Bust. You lost 10 coins',
    net: -10,
  },
  {
    name: 'a blackjack',
    choices: [],
    result: 'Blackjack! You won 15 coins',
    net: 15,
  },
  {
    name: 'a double that wins',
    choices: ['double'],
    result: 'You won 20 coins',
    net: 20,
  },
  {
    name: 'a split that wins twice, once doubled',
    choices: ['split', 'double', 'stand'],
    result: 'You won 30 coins',
    net: 30,
  },
  {
    name: "an insurance against the dealer's blackjack",
    choices: ['insurance'],
    result: 'Push',
    story: BACK,
    net: 0,
  },
  {
    name: 'an insurance that was not needed',
    choices: ['insurance', 'stand'],
    result: 'You won 5 coins',
    net: 5,
  },
]

test.each(endings)('$name is shown, paid and proven', async (ending) => {
  const { choices, result, story = result, net } = ending
  const page = await openPage()
  const player = await newPlayer(page)
  await page.goto('/blackjack')
  await chooseNextRound({ page, player }, (draws) => {
    const dealt = blackjack.start(BET, draws)
    const isInsured = choices.includes('insurance')
    if (dealt.isInsurable !== isInsured) return false
    const actions = choices.map((action) => ({ action }))
    const moves = { game: blackjack, bet: BET, actions }
    return positionAfter(moves, draws)?.outcome?.result === result
  })

  let answer = await move(page, 'Deal', blackjackAnswer)
  for (const choice of choices) {
    answer = await move(page, BUTTONS[choice], blackjackAnswer)
  }
  expect(answer.balance).toBe(1_000 + net)
  await sawResult(page, 'Blackjack', story)
  if (net > 0) await sawToast(page, 'Winner!', `You won ${net} coins!`)
  await expectAllShown(page)
  await sawProof(page, player)
})

/** At its end no card of the round lies face down. */
async function expectAllShown(page: Page): Promise<void> {
  expect(await page.getByRole('img', { name: 'Hidden card' }).count()).toBe(0)
}
