import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { OperatorDeposit } from '#core/api/operator/deposits.ts'
import type { OperatorPlayer } from '#core/api/operator/players.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import type { OperatorSportsGame } from '#core/api/operator/sports.ts'
import { coins } from '#core/money/coins.ts'
import { press, pressSoon } from '#testing/page/acts.ts'
import { olga, quietOverview } from '#testing/page/operator-samples.ts'
import { bea, betRow } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { OperatorPage } from './operator-page.tsx'

const beaSeen: OperatorPlayer = {
  id: bea.id,
  username: bea.username,
  role: bea.role,
  balance: coins(bea.balance),
  createdAt: bea.createdAt,
  lastBetOn: '2026-11-24',
  closedAt: null,
  frozen: null,
  profit: -120,
  openStakes: coins(0),
}

const unattributedDeposit: OperatorDeposit = {
  id: '01890000-0000-7000-8000-0000000000d1',
  userId: bea.id,
  username: bea.username,
  wallet: `0x${'cd'.repeat(20)}`,
  asset: 'GUMBY',
  amount: '250',
  claimed: null,
  txHash: null,
  sender: null,
  blockNumber: 4_010,
  confirmations: 6,
  coinsPerUnit: 1,
  coins: coins(250),
  absorbed: coins(0),
  status: 'pending',
  reason: 'It has no matching transaction.',
  createdAt: '2026-11-25T02:30:00.000Z',
  confirmedAt: null,
  isHistory: false,
  isDecidable: true,
}

const heatAtCeltics: OperatorSportsGame = {
  id: 'season-1-game-7',
  source: 'simulated',
  homeTeam: 'Boston Celtics',
  awayTeam: 'Miami Heat',
  commenceTime: '2026-11-25T02:00:00.000Z',
  status: 'live',
  homeScore: 54,
  awayScore: 51,
  decidedBy: null,
  heldFor: null,
  bets: 5,
  staked: coins(120),
  openBets: 2,
  openStakes: coins(40),
  reserved: coins(76),
  paid: coins(90),
}

const server = stubServer()
const { sent } = server
const PLAYER = `/api/operator/players/${beaSeen.id}`
const DEPOSIT = `/api/operator/deposits/${unattributedDeposit.id}`
const GAME = `/api/operator/sports/games/${heatAtCeltics.id}`
const LOG = 'GET /api/operator/audit-log'

const freezeOfBea = {
  id: 1,
  at: '2026-11-25T03:00:00.000Z',
  actor: 'Olga',
  actorId: olga.id,
  actorKind: 'account',
  action: 'freeze',
  target: `player ${beaSeen.id}`,
  targetName: beaSeen.username,
  before: null,
  after: null,
  reason: 'A report.',
}

const limits = {
  dailyStake: 500,
  dailyLoss: null,
  pending: null,
  coolOffUntil: null,
  today: { staked: 90, lost: 12 },
}

beforeEach(() => {
  server.answer('GET /api/user', 200, olga)
  server.answer('GET /api/operator/overview', 200, quietOverview)
})

const open = (view: string) =>
  renderPage(<OperatorPage />, `/operator?view=${view}`)
async function confirm(title: string, verb: string) {
  const dialog = await screen.findByRole('dialog', { name: title })
  fireEvent.change(within(dialog).getByLabelText('Reason'), {
    target: { value: 'A report of today.' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: verb }))
}

function answerPlayer(player = beaSeen) {
  const { wallet } = unattributedDeposit
  const sessions = [
    {
      signedInAt: '2026-11-01T12:00:00.000Z',
      expiresAt: '2026-12-01T12:00:00.000Z',
    },
  ]
  server.answer(`GET ${PLAYER}`, 200, { player, wallet, limits, sessions })
  const rows = Array.from({ length: OPERATOR_PAGE_SIZE }, (_, at) => ({
    ...betRow,
    seq: betRow.seq + at,
  }))
  server.answer(`GET ${PLAYER}/transactions`, 200, rows)
  server.answer('GET /api/operator/deposits*', 200, { deposits: [] })
  server.answer(`${LOG}?target=player+${beaSeen.id}`, 200, {
    actions: [freezeOfBea],
  })
}

test('finds players by the beginning of a name and by state', async () => {
  const all = 'GET /api/operator/players'
  server.answer(all, 200, { players: [] })
  server.answer(`${all}?search=Be`, 200, { players: [beaSeen] })
  open('players')
  await screen.findByText('No accounts yet.')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a player' }), {
    target: { value: 'Be' },
  })
  press('Find')
  const link = await screen.findByRole('link', { name: 'Bea' })
  expect(link.getAttribute('href')).toContain(`player=${beaSeen.id}`)
  const csv = screen.getByRole('link', { name: 'Players as CSV' })
  expect(csv.getAttribute('href')).toBe(
    '/api/operator/players?search=Be&format=csv',
  )
  server.answer(`${all}?search=Be&state=frozen`, 200, { players: [] })
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), {
    target: { value: 'frozen' },
  })
  await screen.findByText('Nothing matches.')
})

test('loads more rows after the last one of a full page', async () => {
  const players = Array.from({ length: OPERATOR_PAGE_SIZE }, (_, at) => ({
    ...beaSeen,
    id: `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    username: `Player ${at}`,
  }))
  const last = players.at(-1)?.id
  server.answer('GET /api/operator/players', 200, { players })
  server.answer(`GET /api/operator/players?before=${last}`, 200, {
    players: [beaSeen],
  })
  open('players')
  await pressSoon('Show older')
  await screen.findByRole('link', { name: 'Bea' })
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('shows a player’s bets, records and operator actions, and freezes the player with a reason', async () => {
  answerPlayer()
  server.answer(`POST ${PLAYER}/freeze`, 200, beaSeen)
  open(`players&player=${beaSeen.id}`)
  const history = await screen.findByRole('table', { name: 'History' })
  const row = within(history).getByRole('row', { name: /^7 / })
  expect(row.textContent).toContain('Coin Flip, bet')
  const record = within(row).getByRole('link', { name: 'Record of no. 7' })
  expect(record.getAttribute('href')).toBe(`/verify/${betRow.id}`)
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  screen.getByRole('button', { name: `Copy ${unattributedDeposit.wallet}` })
  const limit = await screen.findByText('Daily stake limit')
  expect(limit.nextSibling?.textContent).toBe('500')
  screen.getByText(/^Signed in Nov 1, 2026, .* expires Dec 1, 2026,/)
  const actions = await screen.findByRole('table', {
    name: 'Operator actions',
  })
  within(actions).getByRole('row', { name: /^freeze Bea A report\. Olga/ })
  press('Freeze…')
  const frozen = { at: '2026-11-25T03:00:00.000Z', reason: 'A report.' }
  answerPlayer({ ...beaSeen, frozen })
  await confirm('Freeze Bea', 'Freeze')
  await screen.findByText(/^Frozen since .*: A report\.$/)
  screen.getByRole('button', { name: 'Unfreeze…' })
  expect(sent(`POST ${PLAYER}/freeze`)).toEqual([
    { reason: 'A report of today.' },
  ])
})

test('lets an operator decide a deposit that the rules leave open', async () => {
  const details = {
    checks: [{ name: 'transaction', state: 'failed', detail: 'None.' }],
    timeline: [{ at: unattributedDeposit.createdAt, event: 'seen' }],
    transactions: [],
  }
  server.answer(`${LOG}*`, 200, { actions: [] })
  const answer = (deposit: typeof unattributedDeposit) =>
    server.answer(`GET ${DEPOSIT}`, 200, { deposit, ...details })
  answer(unattributedDeposit)
  server.answer(`POST ${DEPOSIT}/decide`, 200, unattributedDeposit)
  open(`deposits&deposit=${unattributedDeposit.id}`)
  await pressSoon('Credit…')
  answer({ ...unattributedDeposit, isDecidable: false, status: 'confirmed' })
  await confirm('Credit 250 GUMBY of Bea', 'Credit')
  await screen.findByText('confirmed')
  expect(screen.queryByRole('button', { name: 'Reject…' })).toBeNull()
  expect(sent(`POST ${DEPOSIT}/decide`)).toEqual([
    { decision: 'credit', reason: 'A report of today.' },
  ])
})

test('corrects a score by both sides, and names the refunds before voiding a game', async () => {
  server.answer('GET /api/operator/sports/games*', 200, {
    games: [heatAtCeltics],
  })
  server.answer(`POST ${GAME}/void`, 200, heatAtCeltics)
  server.answer(`POST ${GAME}/correct`, 200, heatAtCeltics)
  open('sports')
  const name = 'Miami Heat at Boston Celtics'
  const reason = 'A report of today.'
  await pressSoon(`Score… ${name}`)
  const score = await screen.findByRole('dialog')
  within(score).getByText('This game is still being played.')
  const home = within(score).getByLabelText('Boston Celtics')
  fireEvent.change(home, { target: { value: '' } })
  await confirm(`Score of ${name}`, 'Set the score')
  await within(score).findByText('Enter the score of the Boston Celtics.')
  fireEvent.change(home, { target: { value: '101' } })
  await confirm(`Score of ${name}`, 'Set the score')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`POST ${GAME}/correct`)).toEqual([
    { home: 101, away: 51, reason },
  ])
  press(`Void… ${name}`)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('the stakes of 2 bets, 40 coins')
  await confirm(`Void ${name}`, 'Void the game')
  await screen.findByText('Game voided: 2 bets, 40 coins to refund')
  expect(sent(`POST ${GAME}/void`)).toEqual([{ reason }])
})

test('shows the findings of the last ledger audit, and audits on request', async () => {
  const audit = 'POST /api/operator/ledger-audit'
  const at = '2026-11-25T03:00:00.000Z'
  const lastFound = (findings: { name: string; violations: number }[]) =>
    server.answer('GET /api/operator/ledger-audit', 200, {
      audit: { at, findings },
    })
  server.answer(LOG, 200, { actions: [freezeOfBea] })
  server.answer(audit, 200, { at, findings: [] })
  lastFound([])
  open('log')
  const log = await screen.findByRole('table', { name: 'Audit log' })
  for (const text of ['Olga', 'A report.', 'Bea']) within(log).getByText(text)
  await screen.findByText('Everything added up')
  expect(server.received.map(({ route }) => route)).not.toContain(audit)
  lastFound([{ name: 'balances follow postings', violations: 2 }])
  press('Audit now')
  const found = await screen.findByRole('table', { name: 'Violations' })
  within(found).getByRole('row', { name: 'balances follow postings 2' })
})
