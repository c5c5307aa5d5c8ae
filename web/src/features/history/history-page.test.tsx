import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { hrefOf, pressSoon } from '#testing/page/acts.ts'
import { bea, betRow, roundId } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { HistoryPage } from './history-page.tsx'
import { timeRangeOf } from './time-span.ts'

const server = stubServer()
const LIST = 'GET /api/transactions'
const SUMMARY = 'GET /api/transactions/summary*'

/** As many as the API sends at once. */
const FULL_PAGE = 50

function bet(seq: number, settlement: object | null): object {
  return { ...betRow, id: roundId(seq), seq, settlement }
}

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer(SUMMARY, 200, { games: [], curve: [] })
  server.answer(LIST, 200, [])
})

const open = (address = '/history') => renderPage(<HistoryPage />, address)
const asked = () => server.received.map(({ route }) => route)

it('shows what each bet cost and brought, and leads to its proof', async () => {
  server.answer(LIST, 200, [
    bet(4, null),
    bet(3, { stake: 10, payout: 0 }),
    bet(2, { stake: 10, payout: 19 }),
    { ...bet(1, null), type: 'grant', gameType: null, amount: 1_000 },
  ])
  open()
  const rows = within(
    (await screen.findByRole('heading', { name: 'Transactions' }))
      .parentElement ?? document.body,
  ).getAllByRole('listitem')
  const texts = rows.map(({ textContent }) => textContent ?? '')
  expect(texts[0]).toContain('Coin Flip · bet 10 coins')
  expect(texts[0]).toContain('Open')
  expect(texts[1]).toContain('Lost \u221210')
  expect(texts[2]).toContain('Won +9')
  expect(texts[3]).toContain('Grant')
  expect(texts[3]).toContain('+1,000')
  const proofs = screen.getAllByRole('link', { name: /^Proof of Coin Flip/ })
  expect(proofs).toHaveLength(3)
  expect(proofs[0]?.getAttribute('href')).toBe(`/verify/${roundId(4)}`)
})

it('fetches older ones by the last number that it has', async () => {
  const newest = Array.from({ length: FULL_PAGE }, (_, at) =>
    bet(100 - at, { stake: 10, payout: 0 }),
  )
  server.answer(LIST, 200, newest)
  server.answer(`${LIST}?before=51`, 200, [bet(50, null)])
  open()
  await pressSoon('Show older ones')
  await screen.findByText('Open')
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
})

it('asks the API for what is chosen, and keeps it in the address', async () => {
  server.answer(`${LIST}?gameType=Hi-Lo&type=win`, 200, [])
  open('/history?game=Hi-Lo')
  const type = await screen.findByLabelText('Type')
  fireEvent.change(type, { target: { value: 'win' } })
  await waitFor(() =>
    expect(asked()).toContain(`${LIST}?gameType=Hi-Lo&type=win`),
  )
  expect(asked()).toContain('GET /api/transactions/summary?gameType=Hi-Lo')
  expect(await hrefOf('Save as CSV')).toBe(
    '/api/transactions/export?gameType=Hi-Lo&type=win',
  )
  await screen.findByText('Nothing here')
})

it('finds a bet by its id, and says what is none', async () => {
  server.answer(`${LIST}?id=${roundId(7)}`, 200, [bet(7, null)])
  open()
  const field = await screen.findByLabelText('Id of a bet')
  fireEvent.change(field, { target: { value: 'seven' } })
  await screen.findByText('That is no id of a bet')
  fireEvent.change(field, { target: { value: ` ${roundId(7)} ` } })
  await screen.findByRole('link', { name: /^Proof of/ })
  expect(asked().some((route) => route.includes('seven'))).toBe(false)
})

it('tells what play brought by game and in all, and the curve in a table', async () => {
  server.answer(SUMMARY, 200, {
    games: [
      { gameType: 'Coin Flip', bets: 4, stake: 40, payout: 58 },
      { gameType: 'Hi-Lo', bets: 1, stake: 60, payout: 0 },
    ],
    curve: [
      { at: '2026-03-01T12:00:00.000Z', profit: 18 },
      { at: '2026-03-01T13:00:00.000Z', profit: -42 },
    ],
  })
  open()
  const returns = await screen.findByRole('table', { name: 'Returns by game' })
  const cells = (name: string) =>
    within(within(returns).getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('Coin Flip')).toEqual(['+18', '145.0%', '4', '40', '58'])
  expect(cells('All games')).toEqual(['\u221242', '58.0%', '5', '100', '58'])
  const told = screen.getByRole('table', { name: /Profit over time/ })
  expect(within(told).getAllByRole('row')).toHaveLength(3)
  expect(told.textContent).toContain('\u221242')
})

it('says when the list can not be loaded, and tries again', async () => {
  server.answer(LIST, 502, 'Bad Gateway')
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.answer(LIST, 200, [bet(1, null)])
  fireEvent.click(again)
  await screen.findByText('Open')
})

describe('a span of time', () => {
  const now = new Date(2026, 2, 15, 13, 30)
  const none = { first: '', last: '' }
  const february = { first: '2026-02-01', last: '2026-02-28' }
  const noDays = { first: '1800-01-01', last: 'soon' }
  const at = (month: number, day: number) =>
    new Date(2026, month, day).toISOString()

  it.each([
    ['today', none, { from: at(2, 15) }],
    ['week', none, { from: at(2, 9) }],
    ['days', february, { from: at(1, 1), to: at(2, 1) }],
    ['days', noDays, {}],
    ['days', none, {}],
    ['all', none, {}],
  ] as const)('is whole days of this browser: %s %j', (span, days, range) => {
    expect(timeRangeOf(span, days, now)).toEqual(range)
  })

  it('is requested as chosen', async () => {
    open('/history?span=days&first=2026-02-01&last=2026-02-28')
    const query = new URLSearchParams({ from: at(1, 1), to: at(2, 1) })
    await waitFor(() => expect(asked()).toContain(`${LIST}?${query}`))
  })
})
