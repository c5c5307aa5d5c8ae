import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { placeRaceBetRequest } from '#core/schemas/race.ts'
import type { SocketMessage } from '#core/schemas/socket-message.ts'
import type { GamePause } from '#core/schemas/stats.ts'
import { FairnessProvider } from '../../web/src/domain/fairness/verifier/fairness-provider.tsx'
import { noteSession } from '../../web/src/domain/session/session-hint.ts'
import { SocketProvider } from '../../web/src/domain/session/socket-provider.tsx'
import { RaceWidget } from '../../web/src/features/races/race-widget.tsx'
import { HonestRaces } from './honest-races.ts'
import { bea, refusal } from './players.ts'
import { renderPage } from './render-page.tsx'
import { socketServer } from './socket-server.ts'
import { stubServer } from './stub-server.ts'

export const PLACE = 'POST /api/races/place-bet'
export const COUNTDOWN = /^Next race in: \d+ seconds$/

/** The race's widget at honest races, which a test may spoil. */
export function raceTable() {
  const server = stubServer()
  const paused: GamePause[] = []
  let socket: Awaited<ReturnType<typeof socketServer>>
  let races: HonestRaces
  let passedMs = 0

  function run(honest: HonestRaces): HonestRaces {
    races = honest
    return honest
  }

  beforeEach(async () => {
    socket = await socketServer()
    run(new HonestRaces())
    paused.length = 0
    passedMs = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    server.play('GET /api/user', () => ({ ...bea, balance: races.balance }))
    server.play('GET /api/casino-stats', () => ({
      totalUsers: 1,
      totalBetsPlaced: 0,
      totalAmountWagered: 0,
      jackpot: 10_000,
      paused,
    }))
    server.play('GET /api/races/current-bets', () => races.currentBets())
    server.play('GET /api/races/history', () => races.history())
    server.play(PLACE, (body) => races.place(placeRaceBetRequest.parse(body)))
    server.play('GET /api/verify/*', (_body, url) =>
      races.recordOf(url.slice('/api/verify/'.length)),
    )
  })
  afterEach(() => socket.close())

  async function open(page: ReactElement): Promise<void> {
    renderPage(
      <SocketProvider>
        <FairnessProvider>{page}</FairnessProvider>
      </SocketProvider>,
    )
    await expect.poll(() => socket.paths.length).toBeGreaterThan(0)
  }

  async function enter(): Promise<HTMLElement> {
    await open(<RaceWidget />)
    return screen.findByRole('region', { name: 'Horse Race' })
  }

  return {
    server,
    paused,
    races: () => races,
    /** Has other races run. */
    run,
    hangUp: () => socket.hangUp(),
    opened: () => socket.paths.length,
    say: (...messages: readonly SocketMessage[]) => {
      for (const message of messages) socket.say(JSON.stringify(message))
    },
    /** Shows a page that listens. */
    open,
    /** Time passes at once, and the page does not look at the clock. */
    passesUnseen: (ms: number) => {
      passedMs += ms
    },
    /** Time passes at once, for the house and the page, as after a sleep. */
    passes: (ms: number) => {
      passedMs += ms
      fireEvent(document, new Event('visibilitychange'))
    },
    /** Comes in as a player. */
    enter,
    /** Comes in without a session. */
    visit: () => {
      noteSession(false)
      server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in.'))
      return enter()
    },
    asked: (route: string) =>
      server.received.filter((one) => one.route === route),
  }
}

export function horse(name: string): HTMLElement {
  return screen.getByRole('button', { name: new RegExp(`^${name}`) })
}

/** Bets on a horse, as a player does. */
export async function betOn(name: string, amount?: string): Promise<void> {
  fireEvent.click(horse(name))
  if (amount !== undefined) {
    const field = screen.getByLabelText('Bet Amount')
    fireEvent.change(field, { target: { value: amount } })
  }
  const region = screen.getByRole('region', { name: 'Horse Race' })
  fireEvent.click(
    await within(region).findByRole('button', { name: 'Place Bet' }),
  )
}
