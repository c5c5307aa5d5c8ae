import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Action } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { balance, skip } from '#testing/page/game-table.tsx'
import {
  guessThat,
  hiLoTable,
  labelOf,
  PLAY,
  press,
  START,
} from '#testing/page/hi-lo-table.tsx'
import { bea, refusal } from '#testing/page/players.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { HiLoPage } from './hi-lo-page.tsx'

const table = hiLoTable()
const LOOK = 'GET /api/games/hilo'

/** What another tab of the player asks for meanwhile. */
function elsewhere(act: Action) {
  return table.honest().answer(hiLo, { act })
}

function startElsewhere() {
  return table.honest().answer(hiLo, { start: { betAmount: coins(25) } })
}

function refuse(route: string, code: string, message: string) {
  const state = table.honest().lookAt(hiLo)
  table.server.answer(route, 409, refusal(code, message, { state }))
}

const currentCard = () =>
  within(screen.getByRole('figure', { name: 'Current' })).queryByRole('img')

describe('an open round', () => {
  it('is found again after a reload, and goes on to its proof', async () => {
    await table.open()
    const cards = await table.begin()
    press(labelOf[guessThat(true, cards)])
    await screen.findByRole('button', { name: 'Tap to skip' })
    cleanup()
    await waitFor(() => expect(table.asked('hilo/play')).toHaveLength(1))
    const page = await table.enter()
    await within(page).findByText(/Your round is still open/)
    within(page).getByText('1 in a row')
    await within(page).findByRole('button', { name: /Round open/ })
    press('^Cash Out')
    await skip()
    await screen.findByText('Success!')
    expect(table.asked('hilo/cashout')).toEqual([{ step: 1 }])
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  it('is found by who comes back to the page', async () => {
    const page = await table.open(<Visits />)
    await table.begin()
    press('Leave or come back')
    expect(page.isConnected).toBe(false)
    elsewhere({ action: 'skip' })
    press('Leave or come back')
    await screen.findByRole('button', { name: 'Skip 51 left' })
    screen.getByText(/Your round is still open/)
  })

  it('is shown where another tab has brought it', async () => {
    await table.open()
    await table.begin()
    elsewhere({ action: 'skip' })
    refuse(PLAY, 'illegal_action', 'The round has gone on meanwhile.')
    press('Higher')
    await screen.findByText('Error')
    screen.getByText('The round has gone on meanwhile.')
    const again = screen.getByRole('button', { name: 'Skip 51 left' })
    await waitFor(() =>
      expect((again as HTMLButtonElement).disabled).toBe(false),
    )
    press('^Skip')
    await skip()
    await screen.findByRole('button', { name: 'Skip 50 left' })
    expect(table.asked('hilo/skip')).toEqual([{ step: 1 }])
  })

  it('is shown to who starts one beside it', async () => {
    const page = await table.open()
    await waitFor(() =>
      expect(table.server.received.map(({ route }) => route)).toContain(LOOK),
    )
    startElsewhere()
    refuse(
      START,
      'round_open',
      'A round of this game is open: finish it first.',
    )
    press('Start Game')
    await screen.findByText('A round of this game is open: finish it first.')
    within(page).getByText(/Your round is still open/)
    expect(screen.getByText('Current Bet').nextSibling?.textContent).toBe('25')
  })

  it('is not taken back by a look that was read before the last step', async () => {
    await table.open(<Visits />)
    const cards = await table.begin()
    press('Leave or come back')
    const read = table.honest().lookAt(hiLo)
    const late = Promise.withResolvers<void>()
    table.server.play(LOOK, () => late.promise.then(() => read))
    press('Leave or come back')
    press(labelOf[guessThat(true, cards)])
    await skip()
    await screen.findByText('Right! 1 in a row')
    late.resolve()
    await waitFor(() =>
      expect(screen.getByLabelText('Loading').textContent).toBe('0'),
    )
    press('^Cash Out')
    await skip()
    await screen.findByText('Success!')
    expect(table.asked('hilo/cashout')).toEqual([{ step: 1 }])
    await screen.findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is judged by its record once the page finds it gone', async () => {
    await table.open(<Visits />)
    await table.begin()
    press('Leave or come back')
    elsewhere({ action: 'cashout', reason: 'idle' })
    press('Leave or come back')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/other moves than the ones made here/)
  })

  it('is gone once another tab has ended it', async () => {
    await table.open()
    const cards = await table.begin()
    elsewhere({ action: 'play', choice: guessThat(false, cards) })
    refuse(PLAY, 'illegal_action', 'No round is open.')
    press('Lower')
    await screen.findByText('No round is open.')
    await waitFor(() => expect(currentCard()).toBeNull())
    screen.getByRole('button', { name: 'Start Game' })
  })
})

describe('when it goes wrong', () => {
  it('shows the words of a refusal, and the table as it was', async () => {
    table.server.answer(
      START,
      409,
      refusal('player_limit', 'You have set a limit of 5 coins a day.'),
    )
    await table.open()
    press('Start Game')
    await screen.findByText('Error')
    screen.getByText('You have set a limit of 5 coins a day.')
    expect(balance()).toBe('1000')
    await waitFor(() => expect(currentCard()).toBeNull())
    screen.getByRole('button', { name: 'Start Game' })
  })

  it('looks how the round stands when an answer makes no sense', async () => {
    const page = await table.open()
    const cards = await table.begin()
    table.server.play(PLAY, () => {
      elsewhere({ action: 'play', choice: guessThat(true, cards) })
      return { currentCard: 'joker' }
    })
    press(labelOf[guessThat(true, cards)])
    await screen.findByText('Error')
    await within(page).findByText('1 in a row')
    within(page).getByText(/Your round is still open/)
  })

  it('leaves open what counted while the house does not say', async () => {
    const page = await table.open()
    table.server.answer(START, 200, { currentCard: 'joker' })
    table.server.answer(LOOK, 503, 'Away')
    press('Start Game')
    await within(page).findByText(/Your balance shows whether the bet counted/)
    screen.getByRole('button', { name: 'Start Game' })
  })

  it('can be played also when nobody could tell of an open round', async () => {
    table.server.answer(LOOK, 503, 'Away')
    await table.open()
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Start Game' })
          .disabled,
      ).toBe(false),
    )
    await table.begin()
    expect(currentCard()).not.toBeNull()
  })
})

it('tells of a cash-out by the house, and that it was one', async () => {
  const page = await table.open()
  const cards = await table.begin()
  press(labelOf[guessThat(true, cards)])
  await skip()
  await within(page).findByText('Right! 1 in a row')
  table.server.play(PLAY, () =>
    elsewhere({
      action: 'cashout',
      reason: 'house_limit',
      choice: 'higher',
      limit: 0,
    }),
  )
  press('Higher')
  await skip()
  await screen.findByText('Success!')
  const told = () =>
    screen.getAllByText(
      /^The house could not cover another guess, so \d+ coins were cashed out for you$/,
    )
  await waitFor(() => expect(told()).toHaveLength(2))
  expect(Number(balance())).toBeGreaterThan(990)
  screen.getByRole('button', { name: 'Start Game' })
  await within(page).findByRole('button', { name: /House stepped in/ })
  within(page).getByText(/that limit is the house’s word/)
  expect(within(page).queryByText(/Nobody could have steered it/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('sends each request under a key of its own', async () => {
  const page = await table.open()
  const cards = await table.begin()
  press(labelOf[guessThat(true, cards)])
  await skip()
  await within(page).findByText('Right! 1 in a row')
  press('^Cash Out')
  await skip()
  await screen.findByText('Success!')
  const keys = table.server.received
    .filter(({ route }) => route.startsWith('POST /api/games/hilo/'))
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

it('is loud about a card that was not drawn', async () => {
  const page = await table.open()
  const cards = await table.begin()
  const wrong = guessThat(false, cards)
  table.server.play(PLAY, () => ({
    ...elsewhere({ action: 'play', choice: wrong }),
    previousCard: { value: 'A', suit: 'clubs' },
  }))
  press(labelOf[wrong])
  await skip()
  const alert = await screen.findByRole('alert')
  within(alert).getByRole('link', { name: 'See the record' })
  within(page).getByRole('button', { name: /Does not match/ })
})

it('keeps nothing of one player for the next', async () => {
  await table.open(<Visits />)
  await table.begin()
  table.server.answer(LOOK, 200, { ...hiLo.choices.idle, legalActions: [] })
  press('Change player')
  await screen.findByRole('button', { name: 'Start Game' })
  expect(currentCard()).toBeNull()
  expect(
    screen.getByRole('list', { name: 'Cards so far' }).children,
  ).toHaveLength(0)
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
      <output aria-label="Loading">{useIsFetching()}</output>
      {isHere && <HiLoPage />}
    </>
  )
}
