import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'
import { FALSE_SEED, otherSide, tamper } from '#testing/browser/tamper.ts'
import { flipHeads } from './coin-flip/flip.ts'

type Lie = (record: Record<string, unknown>) => object

const lies: readonly (readonly [what: string, Lie])[] = [
  ['bet', ({ betAmount }) => ({ betAmount: Number(betAmount) + 1 })],
  ['server seed', () => ({ serverSeed: FALSE_SEED })],
  ['client seed', () => ({ clientSeed: 'not mine' })],
  [
    'result',
    ({ gameData }) => {
      const { result, ...rest } = Object(gameData)
      return { gameData: { ...rest, result: otherSide(result) } }
    },
  ],
  [
    'hash',
    ({ gameData }) => ({
      gameData: { ...Object(gameData), expectedHash: FALSE_SEED },
    }),
  ],
]

test('a record that lies about anything fails, whoever looks', async () => {
  const player = await openPage()
  await newPlayer(player)
  await player.goto('/coinflip')
  const { answer } = await flipHeads(player)
  const stranger = await openPage()
  for (const [what, lie] of lies) {
    await tamper(stranger, '**/api/verify/*', (record) => ({
      ...record,
      ...lie(record),
    }))
    await stranger.goto(`/verify/${answer.transactionId}`)
    const verdict = stranger.getByRole('alert')
    await verdict
      .getByRole('heading', { name: 'Verification Failed' })
      .waitFor()
    await verdict.getByText('The verification hashes do not match.').waitFor()
    expect(await stranger.getByText('Successful').count(), what).toBe(0)
    await stranger.unrouteAll({ behavior: 'wait' })
  }
})
