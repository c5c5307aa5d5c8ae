import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { PAST_HASH, PAST_SEED, SEASON } from '#testing/page/sports-samples.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { SportsRulesPage } from './sports-rules-page.tsx'

const SEASON_PATH = 'GET /api/sports/season'
const server = stubServer()

function past(seed: string) {
  const startedAt = '2026-01-15T12:00:00.000Z'
  return {
    ...SEASON,
    past: [{ number: 0, startedAt, seedHash: PAST_HASH, seed }],
  }
}

test('shows the hash of the current season', async () => {
  server.answer(SEASON_PATH, 200, SEASON)
  renderPage(<SportsRulesPage />)
  await screen.findByText('ab'.repeat(32))
  screen.getByText('The seed itself is revealed when the season is over.')
})

test.each([
  [PAST_SEED, 'Your browser hashed the seed: it matches.'],
  ['1'.repeat(64), 'Your browser hashed the seed: it does not match.'],
])('checks the revealed seed %s against the hash', async (seed, text) => {
  server.answer(SEASON_PATH, 200, past(seed))
  renderPage(<SportsRulesPage />)
  await screen.findByText(text)
})
