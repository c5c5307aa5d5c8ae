import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { slots } from '#core/games/slots/slots.ts'
import { press, pressSoon } from '#testing/page/acts.ts'
import { blackjackTable } from '#testing/page/blackjack-table.tsx'
import { passes } from '#testing/page/fast-time.ts'
import { flipTable } from '#testing/page/flip-table.tsx'
import { balance, hit, skip, typeStake } from '#testing/page/game-table.tsx'
import { guess, hiLoTable } from '#testing/page/hi-lo-table.tsx'
import { journey as blackjackJourney } from '#testing/page/journeys/blackjack.ts'
import { journey as flipJourney } from '#testing/page/journeys/coin-flip.ts'
import { journey as hiLoJourney } from '#testing/page/journeys/hi-lo.ts'
import { journey as slotsJourney } from '#testing/page/journeys/slots.ts'
import { refusal } from '#testing/page/players.ts'
import { slotsTable } from '#testing/page/slots-table.tsx'
import { blackjackEntry } from './blackjack/entry.ts'
import { coinFlipEntry } from './coin-flip/entry.ts'
import { hiLoEntry } from './hi-lo/entry.ts'
import { shortcuts } from './shared/use-game-keys.ts'
import { slotsEntry } from './slots/entry.ts'

type Answer = Readonly<Record<string, unknown>>

/** Each game with its page and a way to play a round to its end. */
const games = [
  {
    ...flipJourney,
    ...coinFlipEntry,
    game: coinFlip,
    sit: () => {
      const table = flipTable()
      const play = async () => {
        press('Heads')
        await skip()
      }
      return { ...table, play }
    },
    lie: ({ result }: Answer) => ({
      result: result === 'heads' ? 'tails' : 'heads',
    }),
    idle: 'Heads or tails?',
  },
  {
    ...slotsJourney,
    ...slotsEntry,
    game: slots,
    sit: () => {
      const table = slotsTable()
      const play = async () => {
        table.awaitSpin(({ isWin }) => !isWin)
        press('Spin')
        await skip()
      }
      return { ...table, play }
    },
    lie: ({ grid }: Answer) => ({
      grid: Array.isArray(grid) && grid.toReversed(),
    }),
    idle: 'Give it a spin!',
  },
  {
    ...blackjackJourney,
    ...blackjackEntry,
    game: blackjack,
    sit: () => {
      const table = blackjackTable()
      const play = async () => {
        await table.deal()
        await pressSoon('Stand')
        await skip()
      }
      return { ...table, play }
    },
    lie: ({ dealerHand }: Answer) => {
      const [up, hole] = Array.isArray(dealerHand) ? dealerHand : []
      const value = up.value === 'K' ? 'Q' : 'K'
      return { dealerHand: [{ ...up, value }, hole] }
    },
    idle: 'Place your bet!',
  },
  {
    ...hiLoJourney,
    ...hiLoEntry,
    game: hiLo,
    sit: () => {
      const table = hiLoTable()
      const play = async () => guess(false, await table.begin())
      return { ...table, play }
    },
    lie: () => ({ previousCard: { value: 'A', suit: 'clubs' } }),
    idle: 'Higher or lower?',
  },
]

const KEYS = ['Enter', ' ', 'h', 'd']

describe.each(games)('$title', (each) => {
  const { game, sit, lie, idle, buttons, refusalText, unknownOutcomeText } =
    each
  const table = sit()
  const { server } = table
  const [path = game.path] = game.requests.map((request) => request.path)
  const start = `POST /api/games/${path}`
  const LOOK = `GET /api/games/${game.path}`

  /** Waits until the next bet is possible, with all coins. */
  async function expectUntouched(): Promise<void> {
    for (const name of buttons) {
      const button = await screen.findByRole('button', { name })
      await waitFor(() => expect(button).toHaveProperty('disabled', false))
    }
    expect(balance()).toBe('1000')
  }

  test('rejects a bet above the balance, by keyboard too', async () => {
    await table.open()
    typeStake(1_001)
    const name = 'Insufficient Balance'
    const shown = screen.getAllByRole('button', { name })
    expect(shown).toHaveLength(buttons.length)
    for (const button of shown) expect(button).toHaveProperty('disabled', true)
    KEYS.map(hit)
    expect(table.keys()).toEqual([])
  })

  test('shows why it is paused, and takes bets again once resumed, without a reload', async () => {
    const { gameType } = game
    const reason = 'New coins are minted.'
    const other = { gameType: 'Dice', reason: null }
    table.paused.push({ gameType, reason }, other)
    await table.open()
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain(`${gameType} is paused`)
    expect(textContent).toContain(reason)
    for (const button of screen.getAllByRole('button', { name: 'Paused' })) {
      expect(button).toHaveProperty('disabled', true)
    }
    KEYS.map(hit)
    expect(table.keys()).toEqual([])
    table.paused.shift()
    await passes(5_000)
    await expectUntouched()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the pause of a refusal instead of a toast', async () => {
    const pause = { gameType: game.gameType, reason: 'New coins are minted.' }
    server.answer(start, 503, refusal('paused', 'It is paused.', pause))
    await table.open()
    press(buttons[0])
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain(pause.reason)
    expect(screen.queryByText('Error')).toBeNull()
    await passes(5_000)
    await expectUntouched()
  })

  test('shows the message of a refusal, and leaves coins and controls untouched', async () => {
    const message = 'The house can take 7 coins at most.'
    server.answer(start, 409, refusal('house_limit', message))
    await table.open()
    press(buttons[0])
    await screen.findByText('Error')
    screen.getByText(refusalText(409, message))
    await expectUntouched()
  })

  test('says that a bet may have counted after an unreadable answer', async () => {
    server.answer(start, 200, { grid: [], currentCard: 'joker' })
    server.answer(LOOK, 503, 'Away')
    const page = await table.open()
    press(buttons[0])
    await screen.findByText('Error')
    screen.getByText(unknownOutcomeText)
    await within(page).findByText(/Your balance shows whether the bet counted/)
    await expectUntouched()
  })

  test('raises the alarm for an inconsistent round, with a link to its record', async () => {
    const page = await table.open()
    for (const { path, body } of game.requests) {
      server.play(`POST /api/games/${path}`, (sent) => {
        const answer = table.honest().answer(game, body.parse(sent))
        return { ...answer, ...lie(answer) }
      })
    }
    await table.play()
    const alert = await screen.findByRole('alert')
    const link = within(alert).getByRole('link', { name: 'See the record' })
    expect(link.getAttribute('href')).toMatch(/^\/verify\/01890000-/)
    expect(link.getAttribute('target')).toBe('_blank')
    await within(page).findByRole('button', { name: /Does not match/ })
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('ignores keys while shortcuts are off', async () => {
    shortcuts.set('off')
    onTestFinished(() => shortcuts.set('on'))
    const page = await table.open()
    expect(page.querySelector('[aria-keyshortcuts]')).toBeNull()
    KEYS.map(hit)
    expect(table.keys()).toEqual([])
  })

  test('keeps no state of a player for the next', async () => {
    const page = await table.openVisits()
    const result = () => within(page).queryByText(idle)
    await waitFor(() => expect(result()).not.toBeNull())
    await table.play()
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(result()).toBeNull()
    press('Change player')
    await screen.findByText(idle)
  })
})
