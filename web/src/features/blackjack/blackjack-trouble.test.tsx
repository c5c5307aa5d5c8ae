import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coins } from '#core/money/coins.ts'
import {
  blackjackTable,
  cardsOf,
  HAND,
  isPlain,
  press,
} from '#testing/page/blackjack-table.tsx'
import { balance, skip } from '#testing/page/game-table.tsx'
import { bea, refusal } from '#testing/page/players.ts'
import { cardName } from '../../components/playing-card.tsx'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { BlackjackPage } from './blackjack-page.tsx'

const table = blackjackTable()
const START = { start: { betAmount: coins(10) } }
const LOOK = 'GET /api/games/blackjack'

/** Deals an open hand on the page and waits until it can be played. */
async function dealOpenHand() {
  press('Deal')
  await skip()
  await screen.findByRole('button', { name: 'Hit' })
}

describe('a hand that was left open', () => {
  it('is offered again when the player comes back, and is proven at its end', async () => {
    await table.open(<Visits />)
    const { hands } = table.awaitHand({ is: isPlain })
    await dealOpenHand()
    press('Leave or come back')
    expect(screen.queryByRole('group', { name: 'You' })).toBeNull()
    press('Leave or come back')
    await screen.findByText(/^Your hand is still open\. You have \d+$/)
    expect(cardsOf('You')).toEqual(hands[0]?.cards.map(cardName))
    expect(cardsOf('Dealer').at(-1)).toBe('Hidden card')
    screen.getByRole('button', { name: /Round open/ })
    press('Stand')
    await skip()
    await screen.findByRole('button', { name: /Proven fair/ })
  })
})

describe('another tab', () => {
  const stale = () =>
    refusal('illegal_action', 'The round has gone on meanwhile.', {
      state: table.lookAt(),
    })

  it('that went on with the hand: it is shown as it stands, and can be played on', async () => {
    const page = await table.open()
    table.awaitHand({ moves: ['hit'], is: isPlain })
    await dealOpenHand()
    table.actElsewhere('hit')
    table.server.answer(HAND, 409, stale())
    press('Stand')
    await screen.findByText('Error')
    screen.getByText('The round has gone on meanwhile.')
    await waitFor(() => expect(cardsOf('You')).toHaveLength(3))
    within(page).getByRole('button', { name: /Round open/ })

    table.playOn()
    press('Stand')
    await skip()
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(table.asked().at(-1)).toEqual({ action: 'stand', step: 1 })
  })

  it('that ended the hand: the table is free for the next', async () => {
    await table.open()
    table.awaitHand({ is: isPlain })
    await dealOpenHand()
    table.actElsewhere('stand')
    table.server.answer(HAND, 409, stale())
    press('Hit')
    await screen.findByRole('button', { name: 'Deal' })
    expect(cardsOf('You')).toEqual([])
  })

  it('that has dealt: its hand is shown instead of a second', async () => {
    await table.open()
    await waitFor(() => screen.getByRole('button', { name: 'Deal' }))
    const { hands } = table.awaitHand({ is: isPlain })
    table.honest().answer(blackjack, START)
    table.server.answer(
      HAND,
      409,
      refusal('round_open', 'A round of this game is open.', {
        state: table.lookAt(),
      }),
    )
    press('Deal')
    await screen.findByText('A round of this game is open.')
    await screen.findByRole('button', { name: 'Hit' })
    expect(cardsOf('You')).toEqual(hands[0]?.cards.map(cardName))
  })
})

describe('when it goes wrong', () => {
  it('shows the words of a refusal, and the bet can be made again', async () => {
    table.server.answer(
      HAND,
      409,
      refusal('house_limit', 'The largest bet is 7 coins.'),
    )
    await table.open()
    press('Deal')
    await screen.findByText('Error')
    screen.getByText('The largest bet is 7 coins.')
    expect(balance()).toBe('1000')
    await screen.findByRole('button', { name: 'Deal' })
  })

  it('says so when the answer makes no sense, and looks how the hand stands', async () => {
    const page = await table.open()
    table.server.play(HAND, () => {
      table.awaitHand({ is: isPlain })
      table.honest().answer(blackjack, START)
      return { gameState: 'lost' }
    })
    press('Deal')
    await screen.findByText('Failed to perform action')
    await within(page).findByText(/^Your hand is still open/)
    expect(cardsOf('You')).toHaveLength(2)
  })

  it('can be played where nobody tells whether a hand is open', async () => {
    table.server.answer(LOOK, 503, 'Away')
    await table.open()
    table.awaitHand({ is: isPlain })
    await dealOpenHand()
    expect(cardsOf('You')).toHaveLength(2)
  })

  it('is loud about a card that was changed on the way', async () => {
    const page = await table.open()
    table.awaitHand({ is: isPlain })
    table.playOn((answer) => {
      const [up, hole] = answer.dealerHand
      const value = up.value === 'K' ? 'Q' : 'K'
      return { ...answer, dealerHand: [{ ...up, value }, hole] }
    })
    await dealOpenHand()
    table.playOn()
    press('Stand')
    await skip()
    await screen.findByRole('alert')
    await within(page).findByRole('button', { name: /Does not match/ })
  })
})

it('keeps nothing of one player for the next', async () => {
  await table.open(<Visits />)
  table.awaitHand({ is: isPlain })
  await dealOpenHand()
  table.server.answer(LOOK, 200, {
    ...blackjack.choices?.idle,
    legalActions: [],
    balance: 1000,
  })
  press('Change player')
  await waitFor(() => expect(cardsOf('You')).toEqual([]))
  await screen.findByText('Place your bet!')
  screen.getByRole('button', { name: 'Deal' })
})

/** The page, from which one can go and to which one can come back. */
function Visits() {
  const [isHere, setHere] = useState(true)
  const queryClient = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or come back
      </button>
      <button
        type="button"
        onClick={() => queryClient.setQueryData(userQueryKey, { ...bea })}
      >
        Change player
      </button>
      {isHere && <BlackjackPage />}
    </>
  )
}
