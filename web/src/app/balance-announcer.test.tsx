import { useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { press } from '#testing/page/acts.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { setBalance } from '../session/user-query.ts'
import { BalanceAnnouncer } from './balance-announcer.tsx'

const server = stubServer()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.answer('GET /api/user', 200, bea)
})
afterEach(() => vi.useRealTimers())

function Bets() {
  const queryClient = useQueryClient()
  return [990, 980].map((balance) => (
    <button
      key={balance}
      type="button"
      onClick={() => setBalance(queryClient, coins(balance))}
    >
      {balance}
    </button>
  ))
}

const announcement = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('announces only the balance that stays', async () => {
  renderPage(
    <>
      <Bets />
      <BalanceAnnouncer />
    </>,
  )
  await screen.findByRole('status')
  await pass(6_000)
  expect(announcement()).toBe('')
  press('990')
  await pass(4_000)
  press('980')
  await pass(4_000)
  expect(announcement()).toBe('')
  await pass(1_001)
  expect(announcement()).toBe('Balance: 980 coins')
})
