import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Moves } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { paste, toRecord } from '#testing/page/records.tsx'
import { VerifyFile } from './verify-file.tsx'

const bet = { betAmount: coins(10) }
const hand: Moves = {
  game: blackjack,
  bet,
  actions: [{ action: 'stand', reason: 'idle' }],
}
const run: Moves = {
  game: hiLo,
  bet,
  actions: [
    { action: 'skip' },
    { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
  ],
}
const flip = toRecord()

test.each([
  [
    run,
    [
      'The player skipped',
      'The house cashed out for the player, because the next win could have cost more than the 0 coins it could still lose',
    ],
  ],
  [hand, ['The house stood for the player, who was away for too long']],
])('explains draws and actions: $game.gameType', (moves, texts) => {
  const { draws, outcome, epochPath, epochRoot } = toRecord(moves).gameData
  paste(toRecord(moves))
  screen.getByRole('heading', { name: 'Verification Successful' })
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows).toHaveLength(draws.length)
  const round = { ...moves, draws, outcome: moves.game.outcome.parse(outcome) }
  for (const [index, row] of rows.entries()) {
    within(row).getByText(moves.game.explain(round, index))
  }
  for (const sibling of epochPath) screen.getByText(sibling)
  expect(screen.getAllByText(epochRoot).length).toBeGreaterThan(1)

  const list = screen.getByRole('list', { name: 'The actions' })
  const actions = within(list).getAllByRole('listitem')
  expect(actions.map(({ textContent }) => textContent)).toEqual(texts)
  // Among the reasons, and among the checks.
  expect(
    screen.queryAllByText(
      /no more than 0 coins\. .* for that limit, you only have its word/,
    ),
  ).toHaveLength(moves === run ? 2 : 0)
})

test.each([
  ['file', { files: [{ text: async () => JSON.stringify(flip) }] }],
  ['text', { files: [], getData: () => JSON.stringify(flip) }],
])('reads a dropped %s', async (_what, dataTransfer) => {
  render(<VerifyFile />)
  fireEvent.drop(screen.getByRole('main'), { dataTransfer })
  await screen.findByText('Verification Successful')
})

test('names the broken parts of a tampered record', () => {
  const { gameData } = flip
  paste({ ...flip, gameData: { ...gameData, payout: gameData.payout + 1 } })
  const alert = screen.getByRole('alert')
  within(alert).getByText('Verification Failed')
  const checks = within(alert).getAllByRole('listitem')
  const texts = checks.map(({ textContent }) => textContent ?? '')
  expect(texts.filter((text) => text.startsWith('Broken: '))).toEqual([
    'Broken: The bet, draws, outcome and payout on this page match the replay.',
  ])
})

test.each([
  ['hello', 'This is not JSON.'],
  ['[]', 'This is not the record of a round.'],
  [
    '{"code":"not_found"}',
    'This is not the record of a round: “id” is missing',
  ],
  [
    JSON.stringify({ ...flip, betAmount: 0.5 }),
    'This is not the record of a round: “betAmount” is missing or has an invalid value.',
  ],
])('says why %j is not a record', (text, problem) => {
  paste(text)
  within(screen.getByRole('alert')).getByText(problem, { exact: false })
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
  paste('  ')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the commitment of an open round, and judges nothing', () => {
  const server = new HonestServer()
  const { transactionId } = server.answer(hiLo, { start: bet })
  const open = server.toRecord(transactionId)
  paste(open)
  screen.getByRole('heading', { name: 'This round is not over yet' })
  screen.getByText(String(open?.gameData.serverSeedHash))
  expect(screen.getAllByText('Not available')).toHaveLength(2)
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})
