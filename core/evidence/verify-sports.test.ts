import { expect, test } from 'vitest'
import type { SportsBet, SportsRecord } from '../api/sports.ts'
import { coins } from '../money/coins.ts'
import { verifySports } from './verify-sports.ts'

const TIME = '2027-01-15T12:00:00.000Z'
const ID = '01890000-0000-7000-9000-000000000001'

/** 100 coins on the home team at -150, which won 101 to 99. */
const won: SportsBet = {
  id: ID,
  gameId: 'game',
  teamName: 'Boston Celtics',
  odds: -150,
  betAmount: coins(100),
  status: 'won',
  payout: coins(166),
  placedAt: TIME,
  settledAt: TIME,
  market: 'h2h',
  point: null,
  bookmaker: 'rubberbook',
  label: 'Boston Celtics',
  game: {
    home_team: 'Boston Celtics',
    away_team: 'Miami Heat',
    commence_time: TIME,
    scores: { home_score: 101, away_score: 99 },
  },
  acceptedAt: TIME,
  live: false,
  confirmed: true,
  voidReason: null,
}

function toRecord(by: Partial<SportsBet>, more: object = {}): SportsRecord {
  const bet = { ...won, ...by }
  return {
    id: ID,
    gameType: 'Sports Bet',
    timestamp: TIME,
    betAmount: won.betAmount,
    outcome: 'Boston Celtics: Won 166 coins',
    gameData: {
      kind: 'evidence',
      note: 'Evidence.',
      player: ID,
      source: 'simulated',
      bet,
      game: { status: 'final', scores: bet.game.scores, decidedBy: 'feed' },
      decisions: [],
    },
    ...more,
  }
}

const noScore = { game: { ...won.game, scores: null } }
const lost: Partial<SportsBet> = { teamName: 'Miami Heat', status: 'lost' }
const pushed: Partial<SportsBet> = { market: 'spreads', point: -2 }

test.each<[string, Partial<SportsBet>, string?]>([
  ['a win by the score, paid in full', {}],
  ['a loss', { ...lost, payout: coins(0) }],
  ['a push', { ...pushed, status: 'void', payout: coins(100) }],
  ['a called off game', { ...noScore, status: 'void', payout: coins(100) }],
  ['a pending bet', { ...noScore, status: 'pending', payout: null }],
  ['a loss for a win', { status: 'lost', payout: coins(0) }, 'score'],
  ['a win without a score', noScore, 'score'],
  ['a win that is paid one coin less', { payout: coins(165) }, 'payout'],
  [
    'a stake that was not returned in full',
    { ...noScore, status: 'void', payout: coins(99) },
    'payout',
  ],
  ['a pending bet that has paid', { status: 'pending' }, 'payout'],
  ['a loss that paid', { ...lost, payout: coins(1) }, 'payout'],
  ['another stake than the record', { betAmount: coins(99) }, 'identity'],
])('the evidence of %s (%o) fails: %s', (_what, by, failure) => {
  expect(verifySports(toRecord(by)).failure).toBe(failure)
})

test('rejects evidence of another bet', () => {
  expect(verifySports(toRecord({}, { id: TIME })).failure).toBe('identity')
})
