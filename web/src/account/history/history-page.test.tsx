import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { findHref, pressSoon } from '#testing/page/acts.ts'
import { bea, betRow, roundId } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { getTimeRange } from './history-filter.ts'
import { HistoryPage } from './history-page.tsx'

const server = stubServer()
const LIST = 'GET /api/transactions'
const SUMMARY = 'GET /api/transactions/summary*'

/** As many as the API sends at once. */
const FULL_PAGE = 50

function bet(seq: number, settlement: object | null): object {
  return { ...betRow, id: roundId(seq), seq, settlement }
}

function payout(seq: number): object {
  const paid = { type: 'win', amount: 19, balanceAfter: 1_009 }
  return { ...betRow, ...paid, id: roundId(seq), seq, settlement: undefined }
}

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer(SUMMARY, 200, { games: [], curve: [] })
  server.answer(LIST, 200, [])
})

const open = (address = '/history') => renderPage(<HistoryPage />, address)
const requestedRoutes = () => server.received.map(({ route }) => route)

test('shows each round in a row', async () => {
  server.answer(LIST, 200, [
    bet(5, null),
    bet(4, { stake: 10, payout: 0 }),
    payout(3),
    bet(2, { stake: 10, payout: 19 }),
    { ...bet(1, null), type: 'grant', gameType: null, amount: 1_000 },
  ])
  open()
  const table = await screen.findByRole('table', { name: 'Transactions' })
  const [, ...rows] = within(table).getAllByRole('row')
  const cells = rows.map((row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    [
      expect.stringContaining('Coin Flip'),
      '10',
      'Open',
      expect.stringMatching(/^\u221210/),
      '990',
      'Proof',
    ],
    [
      expect.anything(),
      '10',
      '0×',
      expect.stringMatching(/^\u221210/),
      '990',
      'Proof',
    ],
    [
      expect.anything(),
      '10',
      '1.9×',
      expect.stringMatching(/^\+9/),
      '1,009',
      'Proof',
    ],
    [
      expect.stringContaining('Grant'),
      '',
      '',
      expect.stringMatching(/^\+1,000/),
      '990',
      '',
    ],
  ])
  const proofs = screen.getAllByRole('link', { name: /^Proof of Coin Flip/ })
  expect(proofs).toHaveLength(3)
  expect(proofs[0]?.getAttribute('href')).toBe(`/verify/${roundId(5)}`)
})

test('loads older transactions', async () => {
  const newest = Array.from({ length: FULL_PAGE }, (_, at) =>
    bet(100 - at, { stake: 10, payout: 0 }),
  )
  server.answer(LIST, 200, newest)
  server.answer(`${LIST}?before=51`, 200, [bet(50, null)])
  open()
  await pressSoon('Show older')
  await screen.findByRole('cell', { name: 'Open' })
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('filters on the server, and keeps the filter in the address', async () => {
  server.answer(`${LIST}?gameType=Hi-Lo&type=win`, 200, [])
  open('/history?game=Hi-Lo')
  const type = await screen.findByLabelText('Type')
  fireEvent.change(type, { target: { value: 'win' } })
  await waitFor(() =>
    expect(requestedRoutes()).toContain(`${LIST}?gameType=Hi-Lo&type=win`),
  )
  expect(requestedRoutes()).toContain(
    'GET /api/transactions/summary?gameType=Hi-Lo',
  )
  expect(await findHref('Save as CSV')).toBe(
    '/api/transactions/export?gameType=Hi-Lo&type=win',
  )
  await screen.findByText('Nothing here')
})

test('finds a bet by its id, and rejects other text', async () => {
  server.answer(`${LIST}?id=${roundId(7)}`, 200, [bet(7, null)])
  open()
  const field = await screen.findByLabelText('Bet ID')
  fireEvent.change(field, { target: { value: 'seven' } })
  await screen.findByText('That isn’t a valid bet ID')
  fireEvent.change(field, { target: { value: ` ${roundId(7)} ` } })
  await screen.findByRole('link', { name: /^Proof of/ })
  expect(requestedRoutes().some((route) => route.includes('seven'))).toBe(false)
})

test('shows returns by game, and the curve as a table', async () => {
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
  expect(cells('Coin Flip ?4 bets')).toEqual(['40', '58', '+18145.0% back'])
  expect(cells('All games ?5 bets')).toEqual([
    '100',
    '58',
    '\u22124258.0% back',
  ])
  const table = screen.getByRole('table', { name: /Profit over time/ })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(table.textContent).toContain('\u221242')
})

test('retries a list that could not be loaded', async () => {
  server.answer(LIST, 502, 'Bad Gateway')
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.answer(LIST, 200, [bet(1, null)])
  fireEvent.click(again)
  await screen.findByRole('cell', { name: 'Open' })
})

describe('a span of time', () => {
  const now = new Date(2026, 2, 15, 13, 30)
  const none = { first: '', last: '' }
  const february = { first: '2026-02-01', last: '2026-02-28' }
  const noDays = { first: '1800-01-01', last: 'soon' }
  const at = (month: number, day: number) =>
    new Date(2026, month, day).toISOString()

  test.each([
    ['today', none, { from: at(2, 15) }],
    ['week', none, { from: at(2, 9) }],
    ['days', february, { from: at(1, 1), to: at(2, 1) }],
    ['days', noDays, {}],
    ['days', none, {}],
    ['all', none, {}],
  ] as const)('covers whole local days: %s %j', (span, days, range) => {
    expect(getTimeRange(span, days, now)).toEqual(range)
  })

  test('is sent to the server', async () => {
    open('/history?span=days&first=2026-02-01&last=2026-02-28')
    const query = new URLSearchParams({ from: at(1, 1), to: at(2, 1) })
    await waitFor(() => expect(requestedRoutes()).toContain(`${LIST}?${query}`))
  })
})
