import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { v4 as uuid } from 'uuid'
import { beforeEach, expect } from 'vitest'
import type { Game, JsonObject } from '#core/games/game.ts'
import type { GamePause } from '#core/schemas/stats.ts'
import { FairnessProvider } from '../../web/src/domain/fairness/verifier/fairness-provider.tsx'
import { useAuth } from '../../web/src/domain/session/auth.tsx'
import { HonestServer } from './honest-server.ts'
import { bea } from './players.ts'
import { renderPage } from './render-page.tsx'
import { stubServer } from './stub-server.ts'

interface GameTable {
  game: Game
  page: ReactElement
  /** The name of the page's region. */
  title: string
}

/** A game's page at an honest house, which a test may spoil. */
export function gameTable({ game, page, title }: GameTable) {
  const server = stubServer()
  const paused: GamePause[] = []
  let honest: HonestServer

  beforeEach(() => {
    // What a page still does after its test is not to be another test's.
    honest = new HonestServer(undefined, uuid())
    server.play('GET /api/user', () => ({
      ...bea,
      id: honest.player,
      balance: honest.balance,
    }))
    paused.length = 0
    server.play('GET /api/casino-stats', () => ({
      totalUsers: 1,
      totalBetsPlaced: honest.nonce,
      totalAmountWagered: 0,
      jackpot: honest.pot,
      paused,
    }))
    server.play('GET /api/house-balance', () => ({ jackpot: honest.pot }))
    server.play('GET /api/fairness', () => honest.state())
    server.play('GET /api/fairness/commitments?epoch=0', () =>
      honest.commitments(0),
    )
    server.play('PUT /api/fairness/client-seed', (body) => {
      honest.setClientSeed(body as { clientSeed: string; epoch: number })
      return honest.state()
    })
    server.play('GET /api/transactions?type=bet*', (_body, url) => {
      const before = new URL(url, 'http://house').searchParams.get('before')
      return honest.bets(before ? Number(before) : undefined)
    })
    server.play('GET /api/verify/*', (_body, url) =>
      honest.recordOf(url.slice('/api/verify/'.length)),
    )
    server.play(`GET /api/games/${game.path}`, () => honest.lookAt(game))
    for (const { path, body } of game.requests) {
      server.play(`POST /api/games/${path}`, (sent) =>
        honest.answer(game, body.parse(sent)),
      )
    }
  })

  function enter(shown = page): Promise<HTMLElement> {
    renderPage(
      <FairnessProvider>
        <Balance />
        {shown}
      </FairnessProvider>,
    )
    return screen.findByRole('region', { name: title })
  }

  return {
    server,
    honest: () => honest,
    /** What the API tells of paused games. */
    paused,
    enter,
    /** Comes in and sits down until the house's promises are pinned. */
    async open(shown?: ReactElement) {
      const region = await enter(shown)
      await waitFor(() => expect(honest.state().clientSeedBy).toBe('player'))
      return region
    },
    /** What was asked of one of the game's paths, in order. */
    asked: (path = game.path): JsonObject[] =>
      server.received
        .filter(({ route }) => route === `POST /api/games/${path}`)
        .map(({ body }) => JSON.parse(body)),
  }
}

function Balance() {
  return <output aria-label="Balance">{useAuth().user?.balance}</output>
}

export function balance(): string | null {
  return screen.getByLabelText('Balance').textContent
}

/** Shows the end once the house has been asked. */
export async function skip(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Tap to skip' }))
}
