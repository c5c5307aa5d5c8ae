import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { CoinFlipPage } from '../features/coin-flip/coin-flip-page.tsx'
import { useAuth } from '../lib/auth.tsx'
import { FairnessProvider } from '../lib/fairness/fairness-provider.tsx'
import { HonestHouse, PLAYER } from './house.ts'
import { bea } from './players.ts'
import { renderPage } from './render-page.tsx'
import { stubHouse } from './stub-house.ts'

export const FLIP = 'POST /api/games/coinflip'

/** The coin flip's page at an honest house, which a test may spoil. */
export function flipTable() {
  const house = stubHouse()
  let honest: HonestHouse

  beforeEach(() => {
    honest = new HonestHouse()
    // No confetti: jsdom can not animate it.
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    house.answer('GET /api/user', 200, { ...bea, id: PLAYER })
    house.play('GET /api/fairness', () => honest.state())
    house.play('GET /api/fairness/commitments?epoch=0', () =>
      honest.commitments(0),
    )
    house.play('PUT /api/fairness/client-seed', (body) => {
      honest.setClientSeed(body as { clientSeed: string; epoch: number })
      return honest.state()
    })
    house.play(FLIP, (body) => honest.flip(coinFlip.bet.parse(body)))
  })

  function enter(page = <CoinFlipPage />): Promise<HTMLElement> {
    renderPage(
      <FairnessProvider>
        <Balance />
        {page}
      </FairnessProvider>,
    )
    return screen.findByRole('region', { name: 'Coin Flip' })
  }

  return {
    house,
    honest: () => honest,
    /** How the next flip will fall, whatever is called. */
    rehearsed() {
      const { nonce } = honest
      const answer = honest.flip({ betAmount: coins(10), choice: 'heads' })
      honest.nonce = nonce
      return answer
    },
    enter,
    /** Comes in and sits down until the house's promises are pinned. */
    async open(page?: ReactElement) {
      const region = await enter(page)
      await waitFor(() => expect(honest.state().clientSeedBy).toBe('player'), {
        timeout: 5_000,
      })
      return region
    },
    flips: () =>
      house.received
        .filter(({ route }) => route === FLIP)
        .map(({ body }): CoinFlipBet => JSON.parse(body)),
  }
}

function Balance() {
  return <output aria-label="Balance">{useAuth().user?.balance}</output>
}

export function balance(): string | null {
  return screen.getByLabelText('Balance').textContent
}

export function call(side: 'Heads' | 'Tails'): void {
  fireEvent.click(screen.getByRole('button', { name: side }))
}

/** Lets the coin fall once the house has answered. */
export async function skip(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Tap to skip' }))
}
