import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Card } from '#core/games/cards.ts'
import { passes } from '#testing/page/fast-time.ts'
import { balance, hit, skip, typeStake } from '#testing/page/game-table.tsx'
import {
  guess,
  guessLabels,
  guessThat,
  hiLoTable,
  press,
} from '#testing/page/hi-lo-table.tsx'
import { watched } from '#testing/page/watched.ts'
import { cardName } from '../../components/playing-card.tsx'

const table = hiLoTable()

function getShown(name: string): string | undefined {
  const slot = screen.getByRole('figure', { name })
  const shown = within(slot).queryByRole('img')
  return shown?.getAttribute('aria-label') ?? undefined
}

const getCardName = (cards: readonly Card[], at: number) => {
  const card = cards[at]
  return card ? cardName(card) : null
}

const box = (name: string) => screen.getByText(name).nextSibling?.textContent

const button = (name: RegExp | string) =>
  screen.getByRole<HTMLButtonElement>('button', { name })

describe('a game', () => {
  test('grows with right guesses and can be cashed out', async () => {
    const page = await table.open()
    typeStake(21)
    press('½')
    const cards = await table.begin()
    expect(table.requests('hilo/start')).toEqual([{ betAmount: 10 }])
    expect(getShown('Current')).toBe(getCardName(cards, 0))
    expect(box('Potential Win')).toBe('0')
    expect(button(/^Cash Out/).disabled).toBe(true)
    expect(balance()).toBe('990')

    const right = button(new RegExp(guessLabels[guessThat(true, cards)]))
    const promised = right.textContent?.match(/pays (.+)/)?.[1]
    await guess(true, cards)
    await within(page).findByText('Right! 1 in a row')
    expect(getShown('Previous')).toBe(getCardName(cards, 0))
    expect(getShown('Current')).toBe(getCardName(cards, 1))
    expect(box('Potential Win')).toBe(promised)
    await guess(true, cards, 1)
    await within(page).findByText('Right! 2 in a row')

    const either = box('Potential Win')?.split(' or ').map(Number)
    press('^Cash Out')
    await waitFor(() => expect(table.honest().balance).toBeGreaterThan(990))
    expect(balance()).toBe('990')
    await skip()
    await screen.findByText('Success!')
    const won = Number(balance()) - 990
    expect(either).toContain(won)
    const messages = () => screen.getAllByText(`You cashed out ${won} coins`)
    await waitFor(() => expect(messages()).toHaveLength(2))
    expect(getShown('Current')).toBeUndefined()
    button('Start Game')
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  test('ends with a wrong guess, which stays visible', async () => {
    const page = await table.open()
    const cards = await table.begin()
    await guess(true, cards)
    await within(page).findByText('Right! 1 in a row')
    await guess(false, cards, 1)
    await screen.findByText('Game Over')
    screen.getByText('Better luck next time! Place a new bet to play again.')
    expect(getShown('Previous')).toBe(getCardName(cards, 1))
    expect(getShown('Current')).toBe(getCardName(cards, 2))
    within(page).getByText(/^Wrong guess: /)
    expect(balance()).toBe('990')
    button('Start Game')
    expect(screen.queryByRole('button', { name: /^Cash Out/ })).toBeNull()
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  test('hides the card for 450 ms until it turns', async () => {
    const page = await table.open()
    const cards = await table.begin()
    const now = () => ({
      current: getShown('Current'),
      isTold: within(page).getByRole('status').textContent !== '',
    })
    const seen = watched(page, now)
    press(guessLabels[guessThat(false, cards)])
    await passes(449)
    expect(now()).toEqual({ current: 'Hidden card', isTold: false })
    await passes(1)
    await screen.findByText('Game Over')
    expect(seen).toEqual([
      { current: 'Hidden card', isTold: false },
      { current: getCardName(cards, 1), isTold: false },
      { current: getCardName(cards, 1), isTold: true },
    ])
  })
})

describe('the guesses', () => {
  test.each([
    [
      7,
      [
        /Higher or same 53\.85\s% pays 18 or 19$/,
        /Lower or same 53\.85\s% pays 18 or 19$/,
      ],
    ],
    [
      'A',
      [/Higher 92\.31\s% pays 10 or 11$/, /Same 7\.69\s% pays 128 or 129$/],
    ],
    ['K', [/Same 7\.69\s% pays 128 or 129$/, /Lower 92\.31\s% pays 10 or 11$/]],
  ] as const)(
    'on a %s name their winning cards and the chance in percent',
    async (value, [higher, lower]) => {
      await table.open()
      await table.begin(([first]) => first?.value === value)
      button(higher)
      button(lower)
      const [rarer, choice] =
        value === 'K' ? [higher, 'higher'] : [lower, 'lower']
      fireEvent.click(button(rarer))
      await waitFor(() =>
        expect(table.requests('hilo/play')).toEqual([{ choice, step: 0 }]),
      )
    },
  )
})

describe('the keyboard', () => {
  test.each([
    ['h', 'higher'],
    ['ArrowUp', 'higher'],
    ['L', 'lower'],
    ['ArrowDown', 'lower'],
  ])('guesses with %s: %s', async (key, choice) => {
    await table.open()
    table.deal()
    hit('Enter')
    await skip()
    await screen.findByRole('button', { name: /^Skip/ })
    hit(key)
    await waitFor(() =>
      expect(table.requests('hilo/play')).toEqual([{ choice, step: 0 }]),
    )
  })

  test('starts with Space, skips a card with S at the same worth, and cashes out with C', async () => {
    const page = await table.open()
    const cards = table.deal()
    await waitFor(() => expect(button('Start Game').disabled).toBe(false))
    hit(' ')
    await screen.findByRole('button', { name: 'Tap to skip' })
    hit('Escape')
    await screen.findByRole('button', { name: 'Skip 52 left' })
    hit('c')
    const worth = box('Potential Win')
    hit('s')
    await screen.findByRole('button', { name: 'Tap to skip' })
    hit('Enter')
    await screen.findByRole('button', { name: 'Skip 51 left' })
    expect(table.requests('hilo/skip')).toEqual([{ step: 0 }])
    expect(getShown('Current')).toBe(getCardName(cards, 1))
    expect(box('Potential Win')).toBe(worth)
    hit(guessThat(true, cards, 1) === 'higher' ? 'h' : 'l')
    await screen.findByRole('button', { name: 'Tap to skip' })
    hit(' ')
    await within(page).findByText('Right! 1 in a row')
    hit('c')
    await screen.findByText('Success!')
    expect(table.requests('hilo/cashout')).toEqual([{ step: 2 }])
  })
})
