import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Game } from '#core/games/game.ts'
import {
  blackjackTable,
  isPlain,
  press,
} from '#testing/page/blackjack-table.tsx'
import { call, FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { skip } from '#testing/page/game-table.tsx'
import { refusal } from '#testing/page/players.ts'
import { watched } from '#testing/page/watched.ts'

const REASON = 'New coins are minted.'
const pauseOf = ({ gameType }: Game) => ({ gameType, reason: REASON })

const banner = () => screen.findByRole('alert')
const buttons = (name: string) =>
  screen.getAllByRole<HTMLButtonElement>('button', { name })

/** Lets the page ask for what is paused. */
const polled = () => vi.advanceTimersByTimeAsync(5_000)

describe('a pause of the coin flip', () => {
  const table = flipTable()
  const message = `Coin Flip is paused: ${REASON}`

  it('shows instead of the toast of a refusal, until the game is open again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await table.open()
    table.server.answer(
      FLIP,
      503,
      refusal('paused', message, pauseOf(coinFlip)),
    )
    call('Heads')
    const { textContent } = await banner()
    expect(textContent).toContain(REASON)
    expect(buttons('Paused')).toHaveLength(2)
    expect(document.body.textContent).not.toContain('Error')
    await polled()
    await screen.findByRole('button', { name: 'Heads' })
  })
})

describe('an open hand of a game that is paused', () => {
  const table = blackjackTable()

  it('is played to its end before the pause shows', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = await table.open()
    const seen = watched(page, () => ({
      isOpen: within(page).queryByRole('button', { name: 'Stand' }) !== null,
      isPaused: within(page).queryByRole('alert') !== null,
    }))
    table.awaitHand({ is: isPlain })
    press('Deal')
    await skip()
    await screen.findByRole('button', { name: 'Stand' })
    table.paused.push(pauseOf(blackjack))
    await polled()
    press('Stand')
    await skip()
    await banner()
    expect(buttons('Paused')).toHaveLength(1)
    expect(seen).toContainEqual({ isOpen: true, isPaused: false })
    expect(seen).not.toContainEqual({ isOpen: true, isPaused: true })
  })
})
