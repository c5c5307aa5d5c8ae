import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect } from 'vitest'
import type { SocketMessage } from '#core/api/socket.ts'
import {
  type PlacedSportsBet,
  type PlaceSportsBetRequest,
  placeSportsBetRequest,
  type SportsBet,
  type SportsGame,
  type SportsSeason,
} from '#core/api/sports.ts'
import type { GamePause } from '#core/api/stats.ts'
import { coins } from '#core/money/coins.ts'
import { FairnessProvider } from '../../web/src/proof/fairness/verifier/fairness-provider.tsx'
import { noteSession } from '../../web/src/session/session-hint.ts'
import { SocketProvider } from '../../web/src/session/socket-provider.tsx'
import { BetNotifications } from '../../web/src/sports/bet-notifications.tsx'
import { SportsPage } from '../../web/src/sports/sports-page.tsx'
import { fastTime, passes } from './fast-time.ts'
import { bea, quietStats, refusal } from './players.ts'
import { renderPage } from './render-page.tsx'
import { socketServer } from './socket-server.ts'
import { celticsGame, getBet, SEASON } from './sports-samples.ts'
import { stubServer } from './stub-server.ts'

export const GAMES = 'GET /api/sports/games?sport=basketball_nba'
export const BETS = 'GET /api/sports/bets'
export const PLACE = 'POST /api/sports/place-bet'

/** Sets up the sports page with a server whose answers a test sets. */
export function sportsTable() {
  fastTime()
  const server = stubServer()
  const known = {
    balance: 1_000,
    games: [] as SportsGame[],
    bets: [] as SportsBet[],
    season: SEASON as SportsSeason,
    paused: [] as GamePause[],
  }
  let socket: ReturnType<typeof socketServer>

  /** Accepts a bet as the server does, if its price is right. */
  function place(request: PlaceSportsBetRequest): PlacedSportsBet {
    const { bookmaker = 'rubberbook', point = null, ...outcome } = request
    const label = request.teamName
    const bet = getBet(
      { ...outcome, bookmaker, point, label },
      known.bets.length,
    )
    known.bets = [bet, ...known.bets]
    known.balance -= request.betAmount
    const balance = coins(known.balance)
    return { transactionId: bet.id, bet, balance }
  }

  beforeEach(() => {
    socket = socketServer()
    const fresh = { balance: 1_000, bets: [], season: SEASON, paused: [] }
    Object.assign(known, fresh, { games: [celticsGame()] })
    server.play('GET /api/user', () => ({ ...bea, balance: known.balance }))
    server.play('GET /api/casino-stats', () => ({
      ...quietStats,
      paused: known.paused,
    }))
    server.play(GAMES, () => known.games)
    server.play(BETS, () => known.bets)
    server.play('GET /api/sports/season', () => known.season)
    server.play(PLACE, (body) => place(placeSportsBetRequest.parse(body)))
  })

  async function open(page: ReactElement, path?: string): Promise<void> {
    renderPage(
      <SocketProvider>
        <BetNotifications />
        <FairnessProvider>{page}</FairnessProvider>
      </SocketProvider>,
      path,
    )
    await waitFor(() => expect(socket.paths).not.toEqual([]))
    // The page then requests what it may have missed.
    await passes(100)
  }

  return {
    server,
    known,
    open,
    place,
    /** Signs a player in. */
    async enter(): Promise<HTMLElement> {
      await open(<SportsPage />)
      return screen.findByRole('region', { name: 'Sports Betting' })
    },
    /** Opens the page for a visitor. */
    signOut(): void {
      noteSession(false)
      server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in.'))
    },
    push: (...messages: readonly SocketMessage[]) => {
      for (const message of messages) socket.push(JSON.stringify(message))
    },
    requests: (route: string) =>
      server.received.filter((one) => one.route === route),
  }
}

/** Finds the card of a game by its teams. */
export function gameCard(name: string): Promise<HTMLElement> {
  return screen.findByRole('article', { name })
}

/** Selects the outcome whose button begins with `offer`. */
export async function select(offer: string): Promise<HTMLElement> {
  const name = (label: string) => label.startsWith(offer)
  fireEvent.click(await screen.findByRole('button', { name }), { detail: 1 })
  return screen.findByRole('form', { name: /^Bet on / })
}

export function setAmount(amount: string): void {
  const field = screen.getByLabelText('Bet Amount')
  fireEvent.change(field, { target: { value: amount } })
}

export function pressIn(place: HTMLElement, name: string): void {
  fireEvent.click(within(place).getByRole('button', { name }))
}

/** Makes the page reload its list, as returning to the tab does. */
export function comeBack(): void {
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
}
