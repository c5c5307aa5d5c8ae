import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { press } from '#testing/page/acts.ts'
import { call, FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { balance, hit, skip, untilAnswered } from '#testing/page/game-table.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import { answerByNewRules } from '#testing/page/verifier-of.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { SocketProvider } from '../../session/socket-provider.tsx'
import { CoinFlipPage } from './coin-flip-page.tsx'

const table = flipTable()
const { server } = table
const BET = { betAmount: coins(10), choice: 'heads' }
const NONSENSE = { result: 'edge' }

async function flipHeads() {
  call('Heads')
  await skip()
}

const result = (page: HTMLElement) => within(page).findByText(/You lost|Paid/)
const shield = (page: HTMLElement, name: RegExp) =>
  within(page).findByRole('button', { name })

function goAway() {
  onTestFinished(() => noteServer('here'))
  act(() => noteServer('away'))
}

const comeBack = () => act(() => noteServer('here'))

test('raises the alarm for a flip on a nonce used before its request', async () => {
  table.honest().nonce = 40
  server.play(FLIP, (body) => {
    table.honest().nonce = 7
    return table.flip(body)
  })
  await table.open()
  await flipHeads()
  const alert = await screen.findByRole('alert')
  within(alert).getByText(/the same round number for two bets/)
})

test('delays a pushed balance until the coin has landed', async () => {
  const socket = socketServer()
  const page = await table.open(
    <SocketProvider>
      <CoinFlipPage />
    </SocketProvider>,
  )
  await waitFor(() => expect(socket.paths).toHaveLength(1))
  const answer = server.hold(FLIP)
  call('Heads')
  await within(page).findByRole('img', { name: 'The coin is in the air' })
  const push = { type: 'balance', balance: 7_777, timestamp: 1_772_000 }
  socket.push(JSON.stringify(push))
  expect(balance()).toBe('990')
  answer(table.flip(BET))
  await skip()
  await result(page)
  await waitFor(() => expect(balance()).toBe('7777'))
})

describe('with a slow or unreachable server', () => {
  test('shows a waiting note, offers no skip and takes no keys', async () => {
    const answer = server.hold(FLIP)
    const page = await table.open()
    await flipHeads()
    await within(page).findByText('Waiting for the server…')
    expect(screen.queryByRole('button', { name: 'Tap to skip' })).toBeNull()
    expect(hit('Enter')).toBe(true)
    answer(table.flip(BET))
    await result(page)
  })

  test.each([
    [true, 'Connection lost. We’ll retry your bet; it counts only once.'],
    [false, 'You are offline. We’ll retry your bet; it counts only once.'],
  ])(
    'resends the bet after a reconnect and shows its result (online: %s)',
    async (isOnline, text) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
      const page = await table.open()
      server.answer(FLIP, 502, 'Bad Gateway')
      goAway()
      await flipHeads()
      await within(page).findByText(text)
      await waitFor(() => expect(table.requests().length).toBeGreaterThan(1))
      table.spoil((answer) => answer)
      comeBack()
      await result(page)
      await shield(page, /Proven fair/)
    },
  )

  test('says that a bet may have counted until reconnected, and hides the earlier round', async () => {
    const page = await table.open()
    await flipHeads()
    await shield(page, /Proven fair/)
    server.answer(FLIP, 200, NONSENSE)
    goAway()
    call('Heads')
    await within(page).findByText(/balance will show once we’re reconnected/)
    expect(within(page).queryByText(/You lost|Paid/)).toBeNull()
    await shield(page, /Provably fair/)
    const record = { name: 'See the record', hidden: true }
    expect(within(page).queryByRole('link', record)).toBeNull()
    comeBack()
    within(page).getByText(/Your balance shows whether the bet counted/)
  })
})

describe('the shield', () => {
  const commitment = () => {
    const { nextServerSeedHash } = table.honest().state()
    return `${nextServerSeedHash.slice(0, 12)}…`
  }

  test('shows the next round’s commitment, also after a return or a round on another tab', async () => {
    const page = await table.openVisits()
    await within(page).findByText(commitment())
    await flipHeads()
    await shield(page, /Proven fair/)
    await within(page).findByText(commitment())
    press('Leave or come back')
    press('Leave or come back')
    await screen.findByText(commitment())
    table.flip(BET)
    const explanation = screen.getByText(/already sealed/).closest('[popover]')
    const toggle = Object.assign(new Event('toggle'), { newState: 'open' })
    fireEvent(explanation ?? page, toggle)
    await screen.findByText(commitment())
  })

  test('proves a bet placed before the commitments are pinned', async () => {
    const page = await table.enter()
    await flipHeads()
    await shield(page, /Proven fair/)
    const routes = server.received.map(({ route }) => route)
    expect(routes.indexOf(FLIP)).toBeGreaterThan(
      routes.indexOf('PUT /api/fairness/client-seed'),
    )
  })

  test('requests nothing after sign-out', async () => {
    const STATE = 'GET /api/fairness'
    const answer = server.hold(STATE)
    const routes = () =>
      server.received
        .map(({ route }) => route)
        .filter((route) => route.includes('/api/fairness'))
    await table.enterVisits()
    await waitFor(() => expect(routes()).toEqual([STATE]))
    press('Sign out')
    answer(table.honest().state())
    await untilAnswered()
    expect(routes()).toEqual([STATE])
  })

  test('reports neither proof nor alarm for rules newer than the page', async () => {
    const page = await table.open()
    table.spoil((answer) => answerByNewRules({ ...answer, payout: coins(12) }))
    await flipHeads()
    await shield(page, /Not checked/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not ready until a root is pinned', async () => {
    server.answer('GET /api/fairness', 503, 'Away')
    table.honest().setClientSeed({ clientSeed: 'earlier', epoch: 0 })
    const page = await table.open()
    await shield(page, /Getting ready/)
    expect(within(page).queryByText(/has already put/)).toBeNull()
  })
})
