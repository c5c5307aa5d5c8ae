import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { placeRaceBet } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import type { GamePause } from '#core/api/stats.ts'
import { FairnessProvider } from '../../web/src/proof/fairness/verifier/fairness-provider.tsx'
import { RaceWidget } from '../../web/src/races/race-widget.tsx'
import { noteSession } from '../../web/src/session/session-hint.ts'
import { SocketProvider } from '../../web/src/session/socket-provider.tsx'
import { fastTime } from './fast-time.ts'
import { HonestRaces } from './honest-races.ts'
import { bea, quietStats, refusal } from './players.ts'
import { renderPage } from './render-page.tsx'
import { socketServer } from './socket-server.ts'
import { stubServer } from './stub-server.ts'

export const PLACE = 'POST /api/races/place-bet'
export const COUNTDOWN = /^Next race in: \d+ seconds$/

/** Sets up the race's widget with honest races, which a test may tamper with. */
export function raceTable() {
  fastTime()
  const server = stubServer()
  const paused: GamePause[] = []
  let socket: ReturnType<typeof socketServer>
  let races: HonestRaces

  beforeEach(() => {
    socket = socketServer()
    races = new HonestRaces()
    paused.length = 0
    server.play('GET /api/user', () => ({ ...bea, balance: races.balance }))
    server.play('GET /api/casino-stats', () => ({ ...quietStats, paused }))
    server.play('GET /api/races/current-bets', () => races.currentBets())
    server.play('GET /api/races/history', () => races.history())
    server.play(PLACE, (body) => races.place(placeRaceBet.body.parse(body)))
    server.play('GET /api/verify/*', (_body, url) =>
      races.recordOf(url.slice('/api/verify/'.length)),
    )
  })

  /** Opens the widget for a player. */
  async function enter(): Promise<HTMLElement> {
    renderPage(
      <SocketProvider>
        <FairnessProvider>
          <RaceWidget />
        </FairnessProvider>
      </SocketProvider>,
    )
    await waitFor(() => expect(socket.paths).not.toEqual([]))
    return screen.findByRole('region', { name: 'Horse Race' })
  }

  return {
    server,
    paused,
    races: () => races,
    say: (...messages: readonly SocketMessage[]) => {
      for (const message of messages) socket.say(JSON.stringify(message))
    },
    enter,
    /** Opens the widget for a visitor. */
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

/** Bets on a horse, and waits until the bet is placed. */
export async function betOn(name: string, amount = 10): Promise<void> {
  fireEvent.click(horse(name))
  const field = screen.getByLabelText('Bet Amount')
  fireEvent.change(field, { target: { value: String(amount) } })
  const region = screen.getByRole('region', { name: 'Horse Race' })
  fireEvent.click(within(region).getByRole('button', { name: 'Place Bet' }))
  await screen.findByText(`You bet ${amount} coins on ${name}`)
}
