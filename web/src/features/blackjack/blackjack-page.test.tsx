import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import {
  blackjackTable,
  cardsOf,
  isPlain,
  press,
  totalIn,
  totalOf,
} from '#testing/page/blackjack-table.tsx'
import { balance, skip } from '#testing/page/game-table.tsx'
import { expectInOrder, watched } from '#testing/page/watched.ts'
import { cardName } from '../../components/playing-card.tsx'
import { shortcuts } from '../../domain/play/shortcuts.ts'

const table = blackjackTable()

async function dealAndSkip() {
  press('Deal')
  await skip()
}

async function act(name: RegExp) {
  fireEvent.click(await screen.findByRole('button', { name }))
  await skip()
}

function betInput() {
  return screen.getByRole<HTMLInputElement>('spinbutton', {
    name: 'Bet Amount',
  })
}

const endsIn = (words: string) => (answer: BlackjackAnswer) =>
  answer.result?.startsWith(words) === true

describe('a hand', () => {
  it('shows a win, its toast, its coins and its proof', async () => {
    const page = await table.open()
    const { hands } = table.awaitHand({
      moves: ['stand'],
      is: endsIn('You won'),
    })
    await dealAndSkip()
    await within(page).findByRole('button', { name: /Round open/ })
    await act(/^Stand/)
    await screen.findByText('Winner!')
    screen.getByText('You won 10 coins!')
    within(page).getByText('You won 10 coins')
    expect(balance()).toBe('1010')
    expect(cardsOf('You')).toEqual(hands[0]?.cards.map(cardName))
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(table.asked()).toEqual([
      { action: 'deal', betAmount: 10 },
      { action: 'stand', step: 0 },
    ])
  })

  it.each([
    ['Dealer wins', 'stand', '990'],
    ['Bust', 'hit', '990'],
    ['Push', 'stand', '1000'],
  ] as const)(
    'that ends with %s after %s leaves %3$s',
    async (end, move, left) => {
      const page = await table.open()
      table.awaitHand({ moves: [move], is: endsIn(end) })
      await dealAndSkip()
      await act(new RegExp(`^${move}`, 'i'))
      await within(page).findByText(
        new RegExp(`^${end}\\. You(r coins| lost 10)`),
      )
      expect(balance()).toBe(left)
      expect(screen.queryByText('Winner!')).toBeNull()
      await within(page).findByRole('button', { name: /Proven fair/ })
    },
  )

  it('that is a blackjack pays 3:2 at once', async () => {
    const page = await table.open()
    table.awaitHand({ is: endsIn('Blackjack!') })
    await dealAndSkip()
    await within(page).findByText('Blackjack! You won 15 coins')
    await screen.findByText('You won 15 coins!')
    expect(balance()).toBe('1015')
    screen.getByRole('button', { name: 'Deal' })
  })

  it('is doubled for as much again', async () => {
    const page = await table.open()
    table.awaitHand({ moves: ['double'], is: endsIn('You won') })
    await dealAndSkip()
    await act(/^Double/)
    await within(page).findByText('You won 20 coins')
    expect(balance()).toBe('1020')
    expect(cardsOf('You')).toHaveLength(3)
  })

  it('has its bet fixed until its end, and lies there until the next deal', async () => {
    const page = await table.open()
    table.awaitHand({ moves: ['stand'], betAmount: 25, is: () => true })
    fireEvent.change(betInput(), { target: { value: '25' } })
    await dealAndSkip()
    await screen.findByRole('button', { name: 'Hit' })
    expect(betInput().disabled).toBe(true)
    expect(betInput().value).toBe('25')
    expect(screen.queryByRole('button', { name: 'Deal' })).toBeNull()

    await act(/^Stand/)
    await screen.findByRole('button', { name: 'Deal' })
    await waitFor(() => expect(betInput().disabled).toBe(false))
    expect(screen.queryByRole('button', { name: 'Hit' })).toBeNull()
    expect(cardsOf('Dealer')).not.toContain('Hidden card')
    expect(cardsOf('You').length).toBeGreaterThan(1)
    expect(within(page).getByRole('status').textContent).not.toBe('')

    press('Deal')
    await waitFor(() => expect(cardsOf('You')).toEqual([]))
    expect(within(page).getByRole('status').textContent).toBe('')
    await skip()
    await within(page).findByText(/^(You have|Blackjack|Push|Dealer wins)/)
  })
})

describe('the cards', () => {
  it('come one by one as they were dealt, and no total runs ahead of them', async () => {
    const page = await table.open()
    const { hands, dealerHand } = table.awaitHand({ is: isPlain })
    const [first = '', second = ''] = hands[0]?.cards.map(cardName) ?? []
    const [up] = dealerHand
    const one = totalIn(hands[0]?.cards.slice(0, 1) ?? [])
    const both = totalIn(hands[0]?.cards ?? [])
    const dealers = totalIn([up])
    const seen = watched(page, () => ({
      you: [cardsOf('You'), totalOf('You')],
      dealer: [cardsOf('Dealer'), totalOf('Dealer')],
      isOpen: screen.queryByRole('button', { name: 'Hit' }) !== null,
    }))
    press('Deal')
    await screen.findByRole('button', { name: 'Hit' })
    const nobody = [[], undefined]
    const upOnly = [[cardName(up)], dealers]
    const isOpen = false
    const end = {
      you: [[first, second], both],
      dealer: [[cardName(up), 'Hidden card'], dealers],
    }
    expectInOrder(seen, [
      { you: nobody, dealer: nobody, isOpen },
      { you: [[first], one], dealer: nobody, isOpen },
      { you: [[first], one], dealer: upOnly, isOpen },
      { you: end.you, dealer: upOnly, isOpen },
      { ...end, isOpen },
      { ...end, isOpen: true },
    ])
    expect(seen.at(-1)).toEqual({ ...end, isOpen: true })
  })

  it('of the dealer turn at the end, and only then the balance and the words', async () => {
    const page = await table.open()
    const { dealerHand } = table.awaitHand({
      moves: ['stand'],
      is: ({ dealerHand: cards, result }) =>
        cards.length === 4 && result?.startsWith('You won') === true,
    })
    const names = dealerHand.map((card) =>
      'hidden' in card ? 'Hidden card' : cardName(card),
    )
    await dealAndSkip()
    const stand = await screen.findByRole('button', { name: 'Stand' })
    const seen = watched(page, () => {
      const isTold = screen.queryByText('You won 10 coins') !== null
      return [cardsOf('Dealer'), balance(), isTold] as const
    })
    const stoodAt = performance.now()
    fireEvent.click(stand)
    await within(page).findByText('You won 10 coins')
    // Three cards turn, 220 ms apart, and the words come 400 ms later.
    expect(performance.now() - stoodAt).toBeGreaterThan(1_040)
    await waitFor(() => expect(balance()).toBe('1010'))
    expectInOrder(
      seen.filter(([, coins, isTold]) => coins === '990' && !isTold),
      [
        [[...names.slice(0, 1), 'Hidden card'], '990', false],
        [names.slice(0, 2), '990', false],
        [names.slice(0, 3), '990', false],
        [names, '990', false],
      ],
    )
    const after = seen.filter(([, coins, isTold]) => coins !== '990' || isTold)
    for (const [cards] of after) expect(cards).toEqual(names)
  })

  it('are told in words, also to who does not see them', async () => {
    const page = await table.open()
    const { hands, dealerHand } = table.awaitHand({ is: isPlain })
    await dealAndSkip()
    const own = totalIn(hands[0]?.cards ?? [])
    const words = `You have ${own}, the dealer shows ${totalIn([dealerHand[0]])}`
    await within(page).findByText(words)
    expect(within(page).getByRole('status').textContent).toBe(words)
  })
})

describe('a split', () => {
  it('plays hand after hand, marks which, and tells what came of each', async () => {
    const page = await table.open()
    const { hands, payout = 0 } = table.awaitHand({
      moves: ['split', 'stand', 'stand'],
      is: ({ hands: [first, second] }) => first?.payout !== second?.payout,
    })
    await dealAndSkip()
    await act(/^Split/)
    const turnOf = (name: string) =>
      screen.getByRole('group', { name }).ariaCurrent
    await waitFor(() => expect(turnOf('Hand 1')).toBe('true'))
    expect(turnOf('Hand 2')).toBeNull()
    expect(balance()).toBe('980')
    await act(/^Stand/)
    await waitFor(() => expect(turnOf('Hand 2')).toBe('true'))
    expect(turnOf('Hand 1')).toBeNull()
    await act(/^Stand/)
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(balance()).toBe(String(980 + payout))
    for (const [at, { result = 'none', cards }] of hands.entries()) {
      const name = `Hand ${at + 1}`
      const group = screen.getByRole('group', { name })
      within(group).getByText(result)
      expect(cardsOf(name)).toEqual(cards.map(cardName))
    }
  })
})

describe('insurance', () => {
  const onBlackjack = {
    moves: ['insurance'],
    is: (answer: BlackjackAnswer) =>
      (answer.insurance?.payout ?? 0) > 0 && endsIn('Push')(answer),
  } as const

  it('is asked for under an ace with its price, and gives back what the hand loses', async () => {
    const page = await table.open()
    table.awaitHand(onBlackjack)
    await dealAndSkip()
    const question = await screen.findByRole('group', { name: 'Insurance' })
    within(question).getByText('Insurance for 5 coins?')
    await act(/^Insure$/)
    await within(page).findByText('Insurance paid 15')
    within(page).getByText(/^Push/)
    expect(balance()).toBe('1000')
  })

  it('that is not needed is lost, and the hand goes on', async () => {
    const page = await table.open()
    table.awaitHand({
      moves: ['insurance'],
      is: ({ result }) => result === undefined,
    })
    await dealAndSkip()
    await act(/^Insure$/)
    await within(page).findByText('Insurance of 5 lost')
    expect(screen.queryByRole('group', { name: 'Insurance' })).toBeNull()
    expect(balance()).toBe('985')
    screen.getByRole('button', { name: 'Hit' })
  })

  it('is not offered under another card', async () => {
    await table.open()
    table.awaitHand({ is: isPlain })
    await dealAndSkip()
    await screen.findByRole('button', { name: 'Hit' })
    expect(screen.queryByRole('group', { name: 'Insurance' })).toBeNull()
  })
})

describe('coins that are missing', () => {
  it('keep a bet above the balance from being dealt', async () => {
    await table.open()
    fireEvent.change(betInput(), { target: { value: '1001' } })
    const button = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Insufficient Balance',
    })
    expect(button.disabled).toBe(true)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(table.asked()).toEqual([])
  })

  it('keep a hand from being doubled or split, and the page says why', async () => {
    await table.open()
    table.awaitHand({
      betAmount: 600,
      is: ({ legalActions, insuranceOffered }) =>
        legalActions.includes('split') && !insuranceOffered,
    })
    fireEvent.change(betInput(), { target: { value: '600' } })
    await dealAndSkip()
    await screen.findByText('Too few coins to double or split: it takes 600')
    for (const name of [/^Double/, /^Split/]) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name })
      expect(button.disabled).toBe(true)
    }
    for (const key of ['d', 'p']) fireEvent.keyDown(document.body, { key })
    expect(table.asked()).toHaveLength(1)
  })
})

describe('the keyboard', () => {
  const key = (name: string, target: Element = document.body) =>
    fireEvent.keyDown(target, { key: name })

  it.each([
    ['h', 'hit'],
    ['S', 'stand'],
    ['d', 'double'],
    ['p', 'split'],
    ['i', 'insurance'],
  ] as const)('deals with Enter, and %s is %s', async (letter, action) => {
    await table.open()
    table.awaitHand({ moves: [action], is: () => true })
    await waitFor(() => expect(key('Enter')).toBe(false))
    await skip()
    await screen.findByRole('button', { name: 'Stand' })
    key('Enter')
    key(letter)
    await waitFor(() => expect(table.asked()).toHaveLength(2))
    expect(table.asked().at(-1)).toEqual({ action, step: 0 })
  })

  it('skips the dealing and does nothing else while it lasts', async () => {
    const page = await table.open()
    table.awaitHand({ is: isPlain })
    for (const skipper of ['h', ' ', 'Escape']) {
      press('Deal')
      await screen.findByRole('button', { name: 'Tap to skip' })
      expect(key(skipper)).toBe(false)
      await within(page).findByText(/^You have/)
      expect(table.asked().at(-1)).toMatchObject({ action: 'deal' })
      await act(/^Stand/)
      await screen.findByRole('button', { name: 'Deal' })
      table.awaitHand({ is: isPlain })
    }
  })

  it('does nothing that the rules do not allow', async () => {
    await table.open()
    table.awaitHand({
      is: (answer) => isPlain(answer) && !answer.legalActions.includes('split'),
    })
    await dealAndSkip()
    await screen.findByRole('button', { name: 'Hit' })
    key('p')
    key('i')
    expect(table.asked()).toHaveLength(1)
  })

  it('does nothing once its switch is off', async () => {
    shortcuts.set('off')
    onTestFinished(() => shortcuts.set('on'))
    await table.open()
    table.awaitHand({ is: isPlain })
    key('Enter')
    await dealAndSkip()
    const hit = await screen.findByRole('button', { name: 'Hit' })
    key('h')
    expect(hit.getAttribute('aria-keyshortcuts')).toBeNull()
    expect(table.asked()).toHaveLength(1)
  })

  it('keeps its place when Deal becomes Hit, but presses nothing there', async () => {
    await table.open()
    table.awaitHand({ is: isPlain })
    screen.getByRole('button', { name: 'Deal' }).focus()
    await dealAndSkip()
    await screen.findByRole('button', { name: 'Hit' })
    const moves = screen.getByRole('group', { name: 'Your move' })
    expect(document.activeElement).toBe(moves)
  })
})
