import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Moves } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { gameOf } from '#core/games/registry.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { readRecord } from './read-record.ts'
import { VerifyFile } from './verify-file.tsx'

const betAmount = coins(10)

/** A finished round of each game, some ended by what the house had to do. */
const rounds: Readonly<Record<string, Moves>> = {
  'coin flip': { game: coinFlip, bet: { betAmount, choice: 'heads' } },
  spin: { game: slots, bet: { betAmount } },
  'hand of blackjack': {
    game: blackjack,
    bet: { betAmount },
    actions: [{ action: 'stand', reason: 'idle' }],
  },
  'run of hi-lo': {
    game: hiLo,
    bet: { betAmount },
    actions: [
      { action: 'skip' },
      { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
    ],
  },
}

function recordOf(moves: Moves): VerificationRecord {
  const server = new HonestServer()
  server.setClientSeed({ clientSeed: 'mine', epoch: 0 })
  return server.record(moves)
}

const flip = recordOf({
  game: coinFlip,
  bet: { betAmount, choice: 'heads' },
})

function paste(text: string) {
  fireEvent.change(screen.getByLabelText('Or paste it'), {
    target: { value: text },
  })
}

function drop(data: object) {
  fireEvent.drop(screen.getByRole('main'), { dataTransfer: data })
}

describe.each(Object.entries(rounds))('a %s', (_name, moves) => {
  it('is proven, and each of its draws and hashes is shown', async () => {
    const record = recordOf(moves)
    render(<VerifyFile />)
    paste(JSON.stringify(record))
    await screen.findByRole('heading', { name: 'Verification Successful' })
    const { draws, epochPath, epochRoot } = record.gameData
    expect(draws.length).toBeGreaterThan(0)
    const [, ...rows] = screen.getAllByRole('row')
    expect(rows).toHaveLength(draws.length)
    const played = { ...record, ...record.gameData, ...moves }
    for (const [index, row] of rows.entries()) {
      const told = gameOf(played)?.explain(
        {
          ...moves,
          draws,
          outcome: {
            ...record.gameData.outcome,
            payout: record.gameData.payout,
          },
        },
        index,
      )
      within(row).getByText(told ?? 'nothing')
    }
    for (const sibling of epochPath) screen.getByText(sibling)
    expect(screen.getAllByText(epochRoot).length).toBeGreaterThan(1)
  })
})

it('tells what the house had to do, and why', () => {
  render(<VerifyFile />)
  const told = (name: string) => {
    const moves = rounds[name]
    if (!moves) throw new Error(`no round is called ${name}`)
    paste(JSON.stringify(recordOf(moves)))
    const list = screen.getByRole('list', { name: 'The actions' })
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  expect(told('run of hi-lo')).toEqual([
    'The player skipped',
    'The house cashed out for the player, as the next win could have cost more than the 0 coins it could still lose',
  ])
  // Among the reasons, and among the checks.
  expect(
    screen.getAllByText(/no more than 0 coins\. .* that limit is its word/),
  ).toHaveLength(2)
  expect(told('hand of blackjack')).toEqual([
    'The house stood for the player, who was away for too long',
  ])
})

it('reads a file that is dropped', async () => {
  render(<VerifyFile />)
  const text = JSON.stringify(flip)
  drop({ files: [{ text: () => Promise.resolve(text) }] })
  await screen.findByText('Verification Successful')
})

it('reads a text that is dropped', async () => {
  render(<VerifyFile />)
  drop({ files: [], getData: () => JSON.stringify(flip) })
  await screen.findByText('Verification Successful')
})

it('says what is broken in a record that was tampered with', () => {
  render(<VerifyFile />)
  const { gameData } = flip
  const forged = { ...gameData, payout: gameData.payout + 1 }
  paste(JSON.stringify({ ...flip, gameData: forged }))
  const alert = screen.getByRole('alert')
  within(alert).getByText('Verification Failed')
  const broken = within(alert)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.startsWith('Broken: '))
  expect(broken).toEqual([
    'Broken: Bet, draws, outcome and payout on this page are the replayed ones.',
  ])
})

it.each([
  ['hello', 'This is not JSON.'],
  ['[]', 'This is not the record of a round.'],
  [
    '{"code":"not_found"}',
    'This is not the record of a round: “id” is missing',
  ],
  [
    JSON.stringify({ ...flip, betAmount: 0.5 }),
    'This is not the record of a round: “betAmount” is missing or has a value',
  ],
])('says why %j is no record', (text, problem) => {
  render(<VerifyFile />)
  paste(text)
  within(screen.getByRole('alert')).getByText(problem, { exact: false })
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
})

it('asks for nothing as long as there is nothing', () => {
  render(<VerifyFile />)
  paste('  ')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows of an open round its commitment, and judges nothing', () => {
  const { serverSeed: _, clientSeed: __, gameData, ...rest } = flip
  const { player, rulesVersion, bet, weaker } = gameData
  const { serverSeedHash, epoch, epochRoot, epochPath } = gameData
  const proof = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
  const open = {
    ...rest,
    outcome: 'Not over yet',
    gameData: { player, rulesVersion, bet, ...proof },
  }
  expect(readRecord(JSON.stringify(open))).toEqual({ record: open })
  render(<VerifyFile />)
  paste(JSON.stringify(open))
  screen.getByRole('heading', { name: 'This round is not over yet' })
  screen.getByText(serverSeedHash)
  expect(screen.getAllByText('Not available')).toHaveLength(2)
  expect(screen.queryByText(/Verification (Successful|Failed)/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})
