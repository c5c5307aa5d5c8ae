import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FeedBet } from '#core/api/feed.ts'
import { bea, betRow } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { holdBalance } from '../../games/shared/balance-hold.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { SocketProvider } from '../../session/socket-provider.tsx'
import { LiveBets } from './live-bets.tsx'
import { MyRounds } from './my-rounds.tsx'
import { NameChoice } from './name-choice.tsx'

const FEED = 'GET /api/feed'
const OWN = 'GET /api/transactions?type=bet'
const AT = '2026-03-01T12:00:00.000Z'

const server = stubServer()

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer(FEED, 200, [bet(2), bet(1, { player: null, payout: 0 })])
})

function bet(number: number, more: object = {}): FeedBet {
  return {
    id: `01890000-0000-7000-9000-00000000000${number}`,
    player: `Player ${number}`,
    gameType: 'Coin Flip',
    stake: 100,
    payout: 198,
    settledAt: AT,
    ...more,
  } as FeedBet
}

async function listening(page: ReactNode) {
  const socket = socketServer()
  renderPage(<SocketProvider>{page}</SocketProvider>)
  await waitFor(() => expect(socket.paths).toHaveLength(1))
  return (message: object) =>
    socket.push(JSON.stringify({ timestamp: 1_772_000, ...message }))
}

function names(): (string | undefined)[] {
  return screen
    .queryAllByRole('link', { name: /See the proof/ })
    .map(({ textContent }) => textContent.match(/Player \d|Hidden/)?.[0])
}

async function openFeed() {
  const say = await listening(<LiveBets />)
  await waitFor(() => expect(names()).toEqual(['Player 2', 'Hidden']))
  return {
    push: (...bets: FeedBet[]) => say({ type: 'feed', bets }),
    card: screen.getByRole('region', { name: 'Live bets' }),
  }
}

test('shows player, gain and multiple of each bet, with a link to its proof', async () => {
  await openFeed()
  const won = screen.getByRole('link', { name: /^Player 2/ })
  expect(won.getAttribute('href')).toBe(`/verify/${bet(2).id}`)
  expect(won.textContent).toContain('Won +98')
  expect(won.textContent).toContain('Coin Flip · 100 at 1.98×')
  const lost = screen.getByRole('link', { name: /^Hidden/ })
  expect(lost.textContent).toContain('Lost \u2212100')
})

test('adds pushed bets at the top, once each, without announcing them', async () => {
  const { push, card } = await openFeed()
  push(bet(3), bet(2))
  await waitFor(() =>
    expect(names()).toEqual(['Player 3', 'Player 2', 'Hidden']),
  )
  expect(card.getAttribute('aria-live')).toBe('off')
})

test('pauses under the pointer and in focus, then catches up', async () => {
  const { push, card } = await openFeed()
  fireEvent.pointerEnter(card)
  await screen.findByText('Paused while you look')
  push(bet(3))
  push(bet(4))
  expect(names()).toEqual(['Player 2', 'Hidden'])
  fireEvent.pointerLeave(card)
  await waitFor(() => expect(names()[0]).toBe('Player 4'))

  const link = screen.getByRole('link', { name: /^Player 4/ })
  act(() => link.focus())
  push(bet(5))
  await screen.findByText('Paused while you look')
  expect(names()[0]).toBe('Player 4')
  act(() => link.blur())
  await waitFor(() => expect(names()[0]).toBe('Player 5'))
})

test('hides the end of a round until the round shows it', async () => {
  const { push } = await openFeed()
  let release = () => {}
  act(() => {
    release = holdBalance()
  })
  push(bet(3))
  expect(names()).toEqual(['Player 2', 'Hidden'])
  act(() => release())
  await waitFor(() => expect(names()[0]).toBe('Player 3'))
})

test('requests bets while nothing can be pushed', async () => {
  await openFeed()
  server.answer(FEED, 200, [bet(4)])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => noteServer('away'))
  onTestFinished(() => noteServer('here'))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await waitFor(() => expect(names()).toEqual(['Player 4']))
})

test.each([
  ['a quiet time', 200, /Quiet so far/],
  ['a feed that fails', 400, /could not be loaded/],
])('explains %s', async (_what, status, word) => {
  server.answer(FEED, status, [])
  await listening(<LiveBets />)
  await screen.findByText(word)
})

test("requests a player's own rounds a second after their balance moved", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.answer(OWN, 200, [])
  const say = await listening(<MyRounds player={bea.id} />)
  await screen.findByText(/No rounds yet/)
  server.answer(OWN, 200, [{ ...betRow, amount: -25 }])
  say({ type: 'balance', balance: 975 })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const link = await screen.findByRole('link', { name: /Coin Flip · bet 25/ })
  expect(link.textContent).toContain('Lost \u221210')
  expect(link.getAttribute('href')).toBe(`/verify/${betRow.id}`)
})

test('hides the name on the player’s request', async () => {
  server.answer('GET /api/feed/name', 200, { isHidden: false })
  server.play('PUT /api/feed/name', (body) => body)
  renderPage(<NameChoice player={bea.id} />)
  const choice = await screen.findByRole('switch', { name: /Hide my name/ })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(choice)
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
})
