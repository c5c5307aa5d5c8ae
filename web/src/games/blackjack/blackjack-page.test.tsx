import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { pressSoon } from '#testing/page/acts.ts'
import {
  blackjackTable,
  findTotal,
  getCards,
  isPlain,
  press,
  toTotal,
} from '#testing/page/blackjack-table.tsx'
import { passes } from '#testing/page/fast-time.ts'
import { balance, hit, skip, typeStake } from '#testing/page/game-table.tsx'
import { watched } from '#testing/page/watched.ts'
import { cardName } from '../../components/playing-card.tsx'

const table = blackjackTable()

async function move(name: RegExp) {
  await pressSoon(name)
  await skip()
}

const button = (name: RegExp | string) =>
  screen.queryByRole<HTMLButtonElement>('button', { name })

const hasResult = (words: string) => (answer: BlackjackAnswer) =>
  answer.result?.startsWith(words) === true

describe('a hand', () => {
  test('shows a win, its toast, its coins and its proof, with its bet fixed until then', async () => {
    const page = await table.open()
    const input = screen.getByLabelText('Bet Amount')
    const { hands } = await table.deal({
      moves: ['stand'],
      is: hasResult('You won'),
    })
    await within(page).findByRole('button', { name: /Round open/ })
    expect(input).toHaveProperty('disabled', true)
    expect(button('Deal')).toBeNull()
    await move(/^Stand/)
    await screen.findByText('Winner!')
    screen.getByText('You won 20 coins!')
    within(page).getByText('Paid 20 coins (+10)')
    expect(balance()).toBe('1010')
    expect(getCards('You')).toEqual(hands[0]?.cards.map(cardName))
    expect(getCards('Dealer')).not.toContain('Hidden card')
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(table.requests()).toEqual([
      { action: 'deal', betAmount: 10 },
      { action: 'stand', step: 0 },
    ])
    expect(input).toHaveProperty('disabled', false)
    expect(button('Hit')).toBeNull()
    press('Deal')
    await waitFor(() => expect(getCards('You')).toEqual([]))
    expect(within(page).getByRole('status').textContent).toBe('')
  })

  test.each([
    ['Dealer wins', 'stand', '990'],
    ['Bust', 'hit', '990'],
    ['Push', 'stand', '1000'],
  ] as const)(
    'ends with %s after %s and leaves a balance of %3$s',
    async (end, choice, left) => {
      const page = await table.open()
      await table.deal({ moves: [choice], is: hasResult(end) })
      await move(new RegExp(`^${choice}`, 'i'))
      await within(page).findByText(
        new RegExp(`^${end}\\. You( get your bet back| lost 10)`),
      )
      expect(balance()).toBe(left)
      expect(screen.queryByText('Winner!')).toBeNull()
      await within(page).findByRole('button', { name: /Proven fair/ })
    },
  )

  test('pays 3:2 at once for a blackjack', async () => {
    const page = await table.open()
    await table.deal({ is: hasResult('Blackjack!') })
    await within(page).findByText('Blackjack! Paid 25 coins (+15)')
    await screen.findByText('You won 25 coins!')
    expect(balance()).toBe('1015')
    screen.getByRole('button', { name: 'Deal' })
  })

  test('doubles its bet', async () => {
    const page = await table.open()
    typeStake(25)
    await table.deal({
      betAmount: 25,
      moves: ['double'],
      is: hasResult('You won'),
    })
    await move(/^Double/)
    await within(page).findByText('Paid 100 coins (+50)')
    expect(balance()).toBe('1050')
    expect(getCards('You')).toHaveLength(3)
  })
})

describe('the cards', () => {
  test('appear one by one, and totals count only the visible ones', async () => {
    const page = await table.open()
    const isAceless = (shown: BlackjackAnswer) =>
      isPlain(shown) && !JSON.stringify(shown.hands).includes('"A"')
    const { hands, dealerHand } = table.awaitHand({ is: isAceless })
    const cards = hands[0]?.cards ?? []
    const seen = watched(page, () => [
      getCards('You').length,
      findTotal('You'),
      getCards('Dealer').length,
      findTotal('Dealer'),
    ])
    press('Deal')
    await screen.findByRole('button', { name: 'Hit' })
    const [first, both] = [toTotal(cards.slice(0, 1)), toTotal(cards)]
    const dealers = toTotal(dealerHand.slice(0, 1) as typeof cards)
    expect(seen.slice(0, 5)).toEqual([
      [0, undefined, 0, undefined],
      [1, first, 0, undefined],
      [1, first, 1, dealers],
      [2, both, 1, dealers],
      [2, both, 2, dealers],
    ])
    const words = `You have ${both}, the dealer shows ${dealers}`
    await within(page).findByText(words)
  })

  test('of the dealer appear one by one before the balance and the result', async () => {
    const page = await table.open()
    const { dealerHand } = await table.deal({
      moves: ['stand'],
      is: (answer) =>
        answer.dealerHand.length === 4 && hasResult('You won')(answer),
    })
    const names = dealerHand.map((card) =>
      'hidden' in card ? 'Hidden card' : cardName(card),
    )
    await screen.findByRole('button', { name: 'Stand' })
    const seen = watched(page, () => [
      getCards('Dealer'),
      balance(),
      screen.queryByText('Paid 20 coins (+10)') !== null,
    ])
    press('Stand')
    await within(page).findByText('Paid 20 coins (+10)')
    await waitFor(() => expect(balance()).toBe('1010'))
    expect(seen).toContainEqual([names.slice(0, 2), '990', false])
    expect(seen).toContainEqual([names.slice(0, 3), '990', false])
    expect(seen).toContainEqual([names, '990', false])
    const after = seen.filter(([, coins, isTold]) => coins !== '990' || isTold)
    for (const [cards] of after) expect(cards).toEqual(names)
  })
})

test('plays split hands in turn, marks the active one, and shows the result of each', async () => {
  const page = await table.open()
  const { hands, payout = 0 } = await table.deal({
    moves: ['split', 'stand', 'stand'],
    is: ({ hands: [first, second], result }) =>
      result === 'Push' && first?.payout !== second?.payout,
  })
  await move(/^Split/)
  const getTurn = (name: string) =>
    screen.getByRole('group', { name }).ariaCurrent
  await waitFor(() => expect(getTurn('Hand 1')).toBe('true'))
  expect(getTurn('Hand 2')).toBeNull()
  expect(balance()).toBe('980')
  await move(/^Stand/)
  await waitFor(() => expect(getTurn('Hand 2')).toBe('true'))
  expect(getTurn('Hand 1')).toBeNull()
  await move(/^Stand/)
  await within(page).findByRole('button', { name: /Proven fair/ })
  within(page).getByText('One won, one lost: you break even')
  expect(balance()).toBe(String(980 + payout))
  for (const [at, { result = 'none', cards }] of hands.entries()) {
    const name = `Hand ${at + 1}`
    within(screen.getByRole('group', { name })).getByText(result)
    expect(getCards(name)).toEqual(cards.map(cardName))
  }
})

describe('insurance', () => {
  const offer = () => screen.queryByRole('group', { name: 'Insurance' })

  test('is offered with its price under an ace, and covers the loss of the hand', async () => {
    const page = await table.open()
    await table.deal({
      moves: ['insurance'],
      is: (answer) =>
        (answer.insurance?.payout ?? 0) > 0 && hasResult('Push')(answer),
    })
    const question = await screen.findByRole('group', { name: 'Insurance' })
    within(question).getByText('Insurance for 5 coins?')
    await move(/^Yes$/)
    await within(page).findByText('Insurance paid 15')
    within(page).getByText('Dealer has blackjack: you break even')
    expect(balance()).toBe('1000')
  })

  test('is lost without a dealer blackjack, and the hand continues', async () => {
    const page = await table.open()
    await table.deal({
      moves: ['insurance'],
      is: ({ result }) => result === undefined,
    })
    await move(/^Yes$/)
    await within(page).findByText('Insurance of 5 lost')
    expect(offer()).toBeNull()
    expect(balance()).toBe('985')
    screen.getByRole('button', { name: 'Hit' })
  })

  test('is replaced by the moves once declined', async () => {
    await table.open()
    await table.deal({ is: ({ insuranceOffered }) => insuranceOffered })
    await screen.findByRole('button', { name: 'No' })
    expect(screen.queryByRole('button', { name: 'Hit' })).toBeNull()
    press('No')
    screen.getByRole('button', { name: 'Hit' })
    expect(offer()).toBeNull()
    expect(table.requests()).toHaveLength(1)
  })
})

test('lets a player finish an open hand before showing a pause', async () => {
  await table.open()
  await table.deal()
  await screen.findByRole('button', { name: 'Stand' })
  table.paused.push({ gameType: 'Blackjack', reason: null })
  await passes(5_000)
  expect(screen.queryByRole('alert')).toBeNull()
  await move(/^Stand/)
  await screen.findByRole('alert')
  screen.getByRole('button', { name: 'Paused' })
})

test('disables double and split without enough coins, and says why', async () => {
  await table.open()
  typeStake(600)
  await table.deal({
    betAmount: 600,
    is: (answer) => isPlain(answer) && answer.legalActions.includes('split'),
  })
  await screen.findByText('Not enough coins to double or split: you need 600')
  for (const name of [/^Double/, /^Split/]) {
    expect(button(name)?.disabled).toBe(true)
  }
  for (const key of ['d', 'p']) hit(key)
  expect(table.requests()).toHaveLength(1)
})

describe('the keyboard', () => {
  test.each([
    ['h', 'hit'],
    ['S', 'stand'],
    ['d', 'double'],
    ['p', 'split'],
    ['i', 'insurance'],
  ] as const)('deals with Enter, and maps %s to %s', async (letter, action) => {
    await table.open()
    table.awaitHand({ moves: [action], is: () => true })
    await waitFor(() => expect(hit('Enter')).toBe(false))
    await skip()
    await screen.findByRole('button', { name: /^(Stand|No)$/ })
    hit('Enter')
    hit(letter)
    await waitFor(() => expect(table.requests()).toHaveLength(2))
    expect(table.requests().at(-1)).toEqual({ action, step: 0 })
  })

  test.each(['h', ' ', 'Escape'])(
    'skips the dealing with %j, which does nothing else meanwhile',
    async (key) => {
      const page = await table.open()
      table.awaitHand()
      press('Deal')
      await screen.findByRole('button', { name: 'Tap to skip' })
      expect(hit(key)).toBe(false)
      await within(page).findByText(/^You have/)
      await passes(1_000)
      expect(table.requests()).toMatchObject([{ action: 'deal' }])
    },
  )

  test('ignores keys of moves that the rules forbid', async () => {
    await table.open()
    await table.deal({
      is: (answer) => isPlain(answer) && !answer.legalActions.includes('split'),
    })
    await screen.findByRole('button', { name: 'Hit' })
    expect(screen.queryByRole('group', { name: 'Insurance' })).toBeNull()
    hit('p')
    hit('i')
    expect(table.requests()).toHaveLength(1)
  })
})
