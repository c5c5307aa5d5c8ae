import {
  useIsFetching,
  useIsMutating,
  useQueryClient,
} from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { beforeEach, expect } from 'vitest'
import type { GamePause } from '#core/api/stats.ts'
import type { Game, JsonObject } from '#core/games/game.ts'
import { FairnessProvider } from '../../web/src/proof/fairness/verifier/fairness-provider.tsx'
// Loads it before the fake clock starts: imports take real time.
import '../../web/src/proof/fairness/verifier/fairness-verifier.ts'
import { useAuth } from '../../web/src/session/auth.tsx'
import { userQueryKey } from '../../web/src/session/user-query.ts'
import { pressSoon } from './acts.ts'
import { fastTime } from './fast-time.ts'
import { HonestServer } from './honest-server.ts'
import { bea, quietStats } from './players.ts'
import { renderPage } from './render-page.tsx'
import { stubServer } from './stub-server.ts'

type GameTable = {
  game: Game
  page: ReactElement
  /** The name of the page's region. */
  title: string
}

/** Sets up a game's page with an honest server, whose answers a test may change. */
export function gameTable({ game, page, title }: GameTable) {
  fastTime()
  const server = stubServer()
  const paused: GamePause[] = []
  let honest: HonestServer

  beforeEach(() => {
    honest = new HonestServer()
    server.play('GET /api/user', () => ({
      ...bea,
      id: honest.player,
      balance: honest.balance,
    }))
    paused.length = 0
    server.play('GET /api/casino-stats', () => ({ ...quietStats, paused }))
    server.play('GET /api/house-balance', () => ({ jackpot: honest.pot }))
    answerFairness(server, honest)
    server.play('GET /api/transactions?type=bet*', (_body, url) => {
      const before = new URL(url, 'http://house').searchParams.get('before')
      return honest.bets(before ? Number(before) : undefined)
    })
    server.play('GET /api/verify/*', (_body, url) =>
      honest.toRecord(url.slice('/api/verify/'.length)),
    )
    server.play(`GET /api/games/${game.path}`, () => honest.readGame(game))
    for (const { path, body } of game.requests) {
      server.play(`POST /api/games/${path}`, (sent) =>
        honest.answer(game, body.parse(sent)),
      )
    }
  })

  function render(shown = page): void {
    renderPage(
      <FairnessProvider>
        <Balance />
        {shown}
      </FairnessProvider>,
    )
  }

  function enter(shown?: ReactElement): Promise<HTMLElement> {
    render(shown)
    return screen.findByRole('region', { name: title })
  }

  /** Opens the page and waits until the commitments are pinned. */
  async function open(shown?: ReactElement): Promise<HTMLElement> {
    const region = await enter(shown)
    await waitFor(() => expect(honest.state().clientSeedBy).toBe('player'))
    return region
  }

  return {
    server,
    honest: () => honest,
    /** Paused games in the API's answers. */
    paused,
    render,
    enter,
    open,
    /** Same with a page that can be left. */
    enterVisits: () => enter(<Visits page={page} />),
    openVisits: () => open(<Visits page={page} />),
    /** Bodies of requests to one of the game's paths, in order. */
    requests: (path = game.path): JsonObject[] =>
      server.sent(`POST /api/games/${path}`),
    /** Idempotency keys of all requests of the game, in order. */
    keys: () =>
      server.received
        .filter(({ route }) => route.startsWith(`POST /api/games/${game.path}`))
        .map(({ headers }) => headers['idempotency-key']),
  }
}

/** Answers requests about seeds. */
export function answerFairness(
  { play }: ReturnType<typeof stubServer>,
  honest: HonestServer,
): void {
  play('GET /api/fairness', () => honest.state())
  play('GET /api/fairness/commitments?epoch=0', () => honest.commitments(0))
  play('PUT /api/fairness/client-seed', (body) => {
    honest.setClientSeed(body as { clientSeed: string; epoch: number })
    return honest.state()
  })
}

function Visits({ page }: { page: ReactElement }) {
  const [isHere, setHere] = useState(true)
  const queryClient = useQueryClient()
  const become = (player: object | null) =>
    queryClient.setQueryData(userQueryKey, player)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or come back
      </button>
      <button type="button" onClick={() => become(null)}>
        Sign out
      </button>
      <button type="button" onClick={() => become(bea)}>
        Change player
      </button>
      <output aria-label="Requests">{useIsFetching() + useIsMutating()}</output>
      {isHere && page}
    </>
  )
}

function Balance() {
  return <output aria-label="Balance">{useAuth().user?.balance}</output>
}

export function balance(): string | null {
  return screen.getByLabelText('Balance').textContent
}

/** Waits until the page has no pending requests. */
export async function untilAnswered(): Promise<void> {
  await waitFor(() =>
    expect(screen.getByLabelText('Requests').textContent).toBe('0'),
  )
}

/** Presses a key anywhere on the page. @returns true if nothing handled it. */
export function hit(key: string): boolean {
  return fireEvent.keyDown(document.body, { key })
}

export function typeStake(stake: number | string): void {
  const field = screen.getByRole('textbox', { name: 'Bet Amount' })
  fireEvent.change(field, { target: { value: String(stake) } })
}

/** Skips to the result of a round under way. */
export async function skip(): Promise<void> {
  await pressSoon('Tap to skip')
}
