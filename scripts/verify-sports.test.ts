import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from '#testing/process/run-script.ts'
import { testFolder } from '#testing/process/test-folder.ts'

const ID = '01890000-0000-7000-9000-000000000001'
const TIME = '2027-01-15T12:00:00.000Z'
const scores = { home_score: 101, away_score: 99 }

const record = {
  id: ID,
  gameType: 'Sports Bet',
  timestamp: TIME,
  betAmount: 100,
  outcome: 'Boston Celtics -1.5: Won 190 coins',
  gameData: {
    kind: 'evidence',
    note: 'Nothing to replay.',
    player: ID,
    source: 'the_odds_api',
    bet: {
      id: ID,
      gameId: 'game',
      teamName: 'Boston Celtics',
      odds: -110,
      betAmount: 100,
      status: 'won',
      payout: 190,
      placedAt: TIME,
      settledAt: TIME,
      market: 'spreads',
      point: -1.5,
      bookmaker: 'rubberbook',
      label: 'Boston Celtics -1.5',
      game: {
        home_team: 'Boston Celtics',
        away_team: 'Miami Heat',
        commence_time: TIME,
        scores,
      },
      acceptedAt: TIME,
      live: false,
      confirmed: true,
      voidReason: null,
    },
    game: { status: 'final', scores, decidedBy: 'operator' },
    decisions: [
      {
        decidedAt: TIME,
        decision: 'Final score 101 (home) to 99 (away)',
        reason: 'A late call.',
      },
    ],
  },
}

async function verify(something: unknown) {
  const file = join(testFolder(), 'record.json')
  await writeFile(file, JSON.stringify(something))
  return runScript('verify.ts', [file], {})
}

test('prints the evidence of a sports bet, and claims no proof', async () => {
  const { code, stdout } = await verify(record)
  expect(stdout).toContain('on Miami Heat at Boston Celtics, from the_odds_api')
  expect(stdout).toContain(
    '  bet      Boston Celtics -1.5, 100 at -110 of rubberbook, line -1.5\n',
  )
  expect(stdout).toContain('  score    101 (home) to 99 (away)\n')
  expect(stdout).toContain('(away): A late call.\n')
  expect(stdout).toContain('EVIDENCE, NOT PROOF: Nothing to replay.')
  expect(stdout).not.toMatch(/^PROVEN/m)
  // Neither 0, which is proven, nor 1, which is refuted.
  expect(code).toBe(2)
})

test('refutes evidence that contradicts itself', async () => {
  const { gameData } = record
  const bet = { ...gameData.bet, payout: 189 }
  const { code, stdout } = await verify({
    ...record,
    gameData: { ...gameData, bet },
  })
  expect(stdout).toContain('CONTRADICTS ITSELF: ')
  expect(stdout).not.toContain('NOT PROOF')
  expect(code).toBe(1)
})

test('names what a record of a sports bet lacks', async () => {
  const { kind: _, ...gameData } = record.gameData
  const { code, stderr } = await verify({ ...record, gameData })
  expect(stderr).toContain('gameData.kind: ')
  expect(code).toBe(1)
})
