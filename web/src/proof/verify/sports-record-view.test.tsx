import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SportsRecord } from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import { fact, openRecord, paste } from '#testing/page/records.tsx'
import {
  PAST_HASH,
  PAST_SEED,
  SEASON,
  toRecord,
  wonBet,
} from '#testing/page/sports-samples.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { VerifyPage } from './verify-page.tsx'

const server = stubServer()
const record = toRecord(wonBet())

beforeEach(() => {
  server.answer('GET /api/user', 401)
  server.answer('GET /api/sports/season', 200, SEASON)
})

const show = (shown: SportsRecord) => openRecord(<VerifyPage />, shown, server)

describe('the page of a sports bet', () => {
  test('shows the evidence for bet and settlement, without a verification', async () => {
    show(record)
    const banner = await screen.findByRole('heading', {
      name: 'Evidence, not proof',
    })
    expect(banner.closest('[role="status"]')).not.toBeNull()
    expect(document.body.textContent).not.toMatch(/Verification (Succ|Fail)/)
    expect(document.body.textContent).not.toContain('HMAC')
    expect(fact('Game')).toBe('Miami Heat at Boston Celtics')
    expect(fact('Bet on')).toBe('Moneyline: Boston Celtics')
    expect(fact('Price')).toBe('\u2212150 (1.67 in decimals)')
    expect(fact('Bookmaker')).toBe('rubberbook')
    expect(fact('Line')).toBe('None')
    expect(fact('Odds from the feed at')).toMatch(/^January 15, 2027 at /)
    expect(fact('Score that settled it')).toBe('99 to 101')
    expect(fact('Status')).toBe('Won')
    expect(fact('Payout')).toBe('16 coins')
    expect(fact('Game status now')).toBe('Final, 99 to 101, by the feed')
    await screen.findByText('ab'.repeat(32))
  })

  test('shows the decisions of operators with their reasons', async () => {
    const decidedAt = '2027-01-16T12:00:00.000Z'
    const decision = 'Final score 101 (home) to 99 (away)'
    const reason = 'The league corrected the score.'
    show(toRecord(wonBet(), { decisions: [{ decidedAt, decision, reason }] }))
    const region = await screen.findByRole('region', {
      name: 'Decided by operators',
    })
    within(region).getByText(decision)
    within(region).getByText(`Reason: ${reason}`)
  })

  test('checks the seed of a finished season', async () => {
    const { startedAt } = SEASON.season ?? { startedAt: '' }
    const over = { number: 1, startedAt, seedHash: PAST_HASH, seed: PAST_SEED }
    server.answer('GET /api/sports/season', 200, {
      source: 'simulated',
      season: null,
      past: [over, { ...over, number: 2 }],
    })
    show(record)
    await screen.findByText('Your browser hashed the seed: it matches.')
    expect(screen.queryByText(/^Season 2/)).toBeNull()
  })

  test('raises the alarm for contradictory figures', async () => {
    show(toRecord({ ...wonBet(), payout: coins(15) }))
    const alarm = await screen.findByRole('alert')
    within(alarm).getByText('This evidence contradicts itself')
    within(alarm).getByText(/give a different payout/)
  })
})

test('shows the same evidence in verify.html', () => {
  paste(record)
  screen.getByRole('heading', { name: 'Evidence, not proof' })
  expect(document.body.textContent).not.toContain('Verification Successful')
  expect(fact('Price')).toBe('\u2212150 (1.67 in decimals)')
})
