import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Game } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { slots } from '#core/games/slots/slots.ts'
import {
  blackjackTable,
  isPlain,
  press,
} from '#testing/page/blackjack-table.tsx'
import { call, FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { skip } from '#testing/page/game-table.tsx'
import { hiLoTable } from '#testing/page/hi-lo-table.tsx'
import { refusal } from '#testing/page/players.ts'
import { slotsTable } from '#testing/page/slots-table.tsx'
import { watched } from '#testing/page/watched.ts'

const REASON = 'New coins are minted.'
const pauseOf = ({ gameType }: Game) => ({ gameType, reason: REASON })

const banner = () => screen.findByRole('alert')
const buttons = (name: string) =>
  screen.getAllByRole<HTMLButtonElement>('button', { name })

/** Lets the page ask for what is paused. */
const polled = () => vi.advanceTimersByTimeAsync(5_000)

describe.each([
  { game: coinFlip, path: 'coinflip', action: 'Heads', open: flipTable },
  { game: slots, path: 'slot', action: 'Spin', open: slotsTable },
  { game: blackjack, path: 'blackjack', action: 'Deal', open: blackjackTable },
  { game: hiLo, path: 'hilo/start', action: 'Start Game', open: hiLoTable },
])('$game.gameType, paused by the operator', ({ game, path, action, open }) => {
  const table = open()

  it('says why and takes no bet until it is resumed, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    table.paused.push(pauseOf(game), { gameType: 'Dice', reason: null })
    await table.open()
    const { textContent } = await banner()
    expect(textContent).toContain(`${game.gameType} is paused`)
    expect(textContent).toContain(REASON)
    const paused = buttons('Paused')
    expect(paused.every(({ disabled }) => disabled)).toBe(true)
    fireEvent.click(paused[0] ?? document.body)
    for (const key of ['Enter', ' ', 'h']) {
      fireEvent.keyDown(document.body, { key })
    }

    table.paused.shift()
    await polled()
    fireEvent.change(screen.getByLabelText('Bet Amount'), {
      target: { value: '20' },
    })
    fireEvent.click(await screen.findByRole('button', { name: action }))
    await waitFor(() => expect(table.asked(path)).not.toEqual([]))
    expect(table.asked(path)).toMatchObject([{ betAmount: 20 }])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

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
