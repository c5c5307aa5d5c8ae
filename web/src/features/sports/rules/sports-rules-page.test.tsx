import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { PAST_HASH, PAST_SEED, SEASON } from '#testing/page/sports-samples.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { SportsRulesPage } from './sports-rules-page.tsx'

const SEASON_PATH = 'GET /api/sports/season'
const server = stubServer()
const root = join(import.meta.dirname, '../../../../..')

function past(seed: string) {
  const startedAt = '2026-01-15T12:00:00.000Z'
  return {
    ...SEASON,
    past: [{ number: 0, startedAt, seedHash: PAST_HASH, seed }],
  }
}

it('states the figures of docs/rules.md', async () => {
  server.answer(SEASON_PATH, 200, SEASON)
  renderPage(<SportsRulesPage />)
  screen.getByRole('heading', { level: 1, name: 'Settlement rules' })
  const rules = readFileSync(join(root, 'docs/rules.md'), 'utf8')
  const shown = document.body.textContent
  const facts: [string, string][] = [
    ['more than ten minutes ago', 'older than 10 minutes'],
    ['more than thirty seconds', 'after 30 seconds'],
    ['not begun twelve hours after', 'not begun 12 hours after'],
    ['within 2 % of the chance', 'within 2 % of the chance'],
    ['overround of 4.6 %', 'overround of 4.6 %'],
    ['some 95.6 % on average', 'some 95.6 % on average'],
  ]
  for (const [written, said] of facts) {
    expect(rules.replaceAll(/\s+/g, ' ')).toContain(written)
    expect(shown).toContain(said)
  }
})

it('shows the hash of the season that goes on', async () => {
  server.answer(SEASON_PATH, 200, SEASON)
  renderPage(<SportsRulesPage />)
  await screen.findByText('ab'.repeat(32))
  screen.getByText('The seed itself is shown when the season is over.')
})

it('checks a revealed seed against the hash', async () => {
  server.answer(SEASON_PATH, 200, past(PAST_SEED))
  renderPage(<SportsRulesPage />)
  await screen.findByText('Your browser hashed the seed: it is the one.')
})

it('says so where another seed is revealed', async () => {
  server.answer(SEASON_PATH, 200, past('1'.repeat(64)))
  renderPage(<SportsRulesPage />)
  await screen.findByText('Your browser hashed the seed: it is another one.')
})
