import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { receipt } from '#core/api/receipts.ts'
import {
  fillerNode,
  liabilityNode,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import { dayDigest } from '#core/audit/log-digest.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import golden from '#core/receipts/golden/receipts.json' with { type: 'json' }
import { receiptRows } from '#core/receipts/receipt.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { AuditPage } from './audit-page.tsx'

const server = stubServer()
const NUMBER = 3
const leaf = {
  number: NUMBER,
  player: bea.id,
  nonce: 'ab'.repeat(32),
  seq: 7,
  balance: 1_000,
  staked: 4,
  log: 'cd'.repeat(32),
}
const other = {
  ...leaf,
  player: '01890000-0000-7000-8000-0000000000ab',
  balance: 992,
}
const tree = sumTree(nobleHashes, [
  liabilityNode(nobleHashes, leaf),
  liabilityNode(nobleHashes, other),
  fillerNode(nobleHashes),
  fillerNode(nobleHashes),
])
const published = {
  number: NUMBER,
  day: '2026-11-24',
  closedAt: '2026-11-25T00:00:03.000Z',
  root: tree.root.hash,
  sum: tree.root.sum,
  jackpot: 10_000,
  players: 2,
  previous: 'cd'.repeat(32),
  count: 5,
}
const day = {
  ...published,
  version: 2,
  digest: dayDigest(nobleHashes, published),
}
const accounts = {
  players: 2_000,
  house: 100_000,
  jackpot: 10_000,
  grants: -111_500,
  chain: -500,
  sum: 0,
}
const audit = {
  figures: {
    at: '2026-11-25T10:00:00.000Z',
    accounts,
    deposits: {
      assets: [{ asset: 'GUMBY', deposits: 2, amount: '5', coins: 500 }],
      confirmed: 500,
      credited: 500,
    },
  },
  days: [day],
  anchor: null,
  unanchored: 'The operator has turned anchoring off.',
}
const proof = {
  day,
  leaf,
  after: 5,
  openBefore: [],
  openRounds: [],
  index: 0,
  path: tree.path(0),
}
const HISTORY = 'GET /api/transactions?before=8'
const MINE = 'GET /api/audit/liabilities/mine'

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer('GET /api/audit', 200, audit)
  server.answer('GET /api/audit/days', 200, { days: [day] })
  server.answer(MINE, 200, { proof })
  server.answer(HISTORY, 200, [getTransaction(1_000)])
})

function getTransaction(balanceAfter: number) {
  return {
    id: '01890000-0000-7000-8000-000000000002',
    seq: 7,
    type: 'grant',
    gameType: null,
    amount: 1,
    balanceAfter,
    timestamp: '2026-11-24T12:00:00.000Z',
    metadata: null,
  }
}

test('shows the liabilities, the zero sum, and deposits against credits', async () => {
  renderPage(<AuditPage />)
  await screen.findByText('2,000 coins')
  screen.getByText(/The operator has turned anchoring off/)
  expect(screen.getByText('Sum').nextSibling?.textContent).toBe('0')
  expect(screen.getByText('Difference').nextSibling?.textContent).toBe('0')
  const days = await screen.findByRole('region', { name: 'Closed days' })
  within(days).getByText(day.digest)
  expect(screen.queryByText(/which has to be 0/)).toBeNull()
})

test('lists its checks, and shows the weakest one in its banner', async () => {
  server.answer('GET /api/receipts', 200, { receipt: null })
  server.answer('GET /api/receipts/keys', 200, { keys: [] })
  const answer = server.hold(MINE)
  renderPage(<AuditPage />)
  await screen.findByText('Your browser is checking the books…')
  answer({ proof })
  const banner = await screen.findByRole('status')
  await within(banner).findByText('4 of 5 checks hold. 1 can’t be checked yet.')
  within(banner).getByText(/The operator has turned anchoring off/)
  const checks = within(screen.getByRole('region', { name: 'Checks' }))
  expect(
    checks
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent.split(':')[0]),
  ).toEqual(['Holds', 'Holds', 'Holds', 'Holds', 'Note'])
})

test.each([
  [
    'accounts do not sum to zero',
    { accounts: { ...accounts, house: 100_005 } },
  ],
  [
    'deposits are not the credits',
    { deposits: { ...audit.figures.deposits, credited: 495 } },
  ],
])('raises the alarm when %s', async (_what, change) => {
  const figures = { ...audit.figures, ...change }
  server.answer('GET /api/audit', 200, { ...audit, figures })
  renderPage(<AuditPage />)
  const alert = await screen.findByRole('alert')
  within(alert).getByText(/\+5, which has to be 0/)
})

test('raises the alarm when a day does not continue the one before', async () => {
  const changed = { ...day, number: NUMBER - 1, digest: 'ee'.repeat(32) }
  server.answer('GET /api/audit', 200, { ...audit, days: [day, changed] })
  renderPage(<AuditPage />)
  const alert = await screen.findByRole('alert')
  within(alert).getByText(/The digest of day 3 doesn’t match/)
})

test('finds the player’s own balance in the tree unasked', async () => {
  renderPage(<AuditPage />)
  const found = await screen.findByText(/are in this sum/)
  expect(found.textContent).toBe(
    'Your 1,000 coins on November 24, 2026, and 4 in open bets, are in this sum. Checked here, in your browser.',
  )
})

const mine = (change: object) => ({ proof: { ...proof, ...change } })
test.each([
  ['balance', MINE, mine({ leaf: { ...leaf, balance: 999 } }), /own history/],
  ['balance in the history', HISTORY, [getTransaction(999)], /own history/],
  ['player’s leaf', MINE, mine({ leaf: other }), /someone else/],
  ['path', MINE, mine({ index: 1 }), /does not lead/],
  ['sum', MINE, mine({ day: { ...day, sum: 2_001 } }), /does not lead/],
  [
    'root than everybody is shown',
    'GET /api/audit',
    { ...audit, days: [{ ...day, digest: 'aa'.repeat(32) }] },
    /everyone else/,
  ],
  ['digest', MINE, mine({ day: { ...day, jackpot: 9 } }), /digest/],
])('raises the alarm for another %s', async (...[, route, answer, text]) => {
  server.answer(route, 200, answer)
  renderPage(<AuditPage />)
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(alert.textContent).toMatch(text))
})

test('explains the missing balance to later players and to visitors', async () => {
  server.answer(MINE, 200, { proof: null })
  const { unmount } = renderPage(<AuditPage />)
  await screen.findAllByText(/Your balance isn’t part of a closed day yet/)
  unmount()
  server.answer('GET /api/user', 401)
  renderPage(<AuditPage />)
  await screen.findAllByText(/your browser checks that your balance/)
})

describe('a receipt', () => {
  const { keys } = golden
  const valid = golden.valid.map((one) => receipt.parse(one))
  const [won = expect.fail('there are receipts')] = valid.filter(
    ({ transactions }) => transactions.length === 2,
  )
  const rows = receiptRows(won)
    .map((row, at) => ({
      ...getTransaction(row.balanceAfter),
      ...row,
      gameType: won.gameType,
      timestamp: won.timestamp,
      id: at === 0 ? won.id : won.player,
    }))
    .toReversed()
  const FROM = `GET /api/transactions?before=${won.seq + 1}`
  const KEYS = 'GET /api/receipts/keys'
  const seen = () => screen.findByText(/match what the house signed/)

  beforeEach(() => {
    localStorage.removeItem(`receipts/${won.player}/${won.seq}`)
    server.answer('GET /api/user', 200, { ...bea, id: won.player })
    server.answer(MINE, 200, { proof: null })
    server.answer('GET /api/receipts', 200, { receipt: won })
    server.answer(KEYS, 200, {
      keys: keys.map((key) => ({ key, createdAt: day.closedAt })),
    })
    server.answer(FROM, 200, rows)
  })

  test('with a valid signature is stored and shown, and can be saved', async () => {
    renderPage(<AuditPage />)
    await seen()
    screen.getByText(/Signature and history were checked here/)
    screen.getByText(keys[0] ?? '')
    const link = screen.getByRole('link', { name: /^Save the receipt/ })
    const json = link.getAttribute('href')?.replace(/^[^,]*,/, '') ?? ''
    expect(JSON.parse(decodeURIComponent(json))).toEqual(won)
    expect(localStorage.getItem(`receipts/${won.player}/${won.seq}`)).toBe(
      JSON.stringify(won),
    )
  })

  test.each([
    [
      'row is missing',
      FROM,
      rows.slice(1),
      new RegExp(`Transaction ${won.seq} is missing\\.`),
    ],
    [
      'key is not published',
      KEYS,
      { keys: [{ key: 'ab'.repeat(32), createdAt: day.closedAt }] },
      /a key the house doesn’t publish/,
    ],
  ])('raises the alarm when its %s', async (...[, route, answer, text]) => {
    server.answer(route, 200, answer)
    renderPage(<AuditPage />)
    within(await screen.findByRole('alert')).getByText(text)
  })

  test('is marked unchecked in a browser without Ed25519', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('None'))
    renderPage(<AuditPage />)
    await seen()
    screen.getByText(/this browser doesn’t support Ed25519/)
  })
})
