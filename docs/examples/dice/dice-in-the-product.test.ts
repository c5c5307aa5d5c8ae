import { describe, expect, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import { verifyRound } from '#core/evidence/verify-round.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { createRegistry, registry } from '#core/games/registry.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createModules } from '../../../api/src/modules.ts'
import { gameKits } from '../../../scripts/game-kits/game-kits.ts'
import { gameGolden } from '../../../scripts/golden/games.ts'
import { regenerate } from '../../../scripts/golden/golden-file.ts'
import { compareReturns } from '../../../scripts/rtp/compare-returns.ts'
import { dice } from './dice.ts'
import { diceAnswer } from './dice-answer.ts'
import { plan as dicePlan } from './dice-golden.ts'
import { kit as diceKit } from './dice-kit.ts'

const withDice = createRegistry([...registry.games, dice])
const server = await openTestServer({
  open: (platform, config) =>
    createModules(platform, config, { games: withDice }),
})
const kits = [...gameKits, diceKit]

async function rolled() {
  const player = await server.newPlayer()
  const { path, body } = diceKit.calls.start(10)
  const answer = await player.client.post(`/api/games/${path}`, body)
  expect(answer.status, answer.text).toBe(200)
  return { ...player, answer: diceAnswer.parse(answer.body) }
}

describe('from the registry line alone', () => {
  test('takes, pays and books a roll under its own name', async () => {
    const { client, answer } = await rolled()
    expect(answer.isWin).toBe(answer.roll < 50)
    expect(answer.balance).toBe(990 + answer.payout)
    const history = await client.get('/api/transactions?gameType=Dice')
    const [last, ...others] = transactions.parse(history.body)
    expect(last).toMatchObject({
      gameType: 'Dice',
      balanceAfter: answer.balance,
    })
    expect([last, ...others].at(-1)).toMatchObject({ type: 'bet', amount: -10 })
  })

  test('verifies its record by its rules only', async () => {
    const { client, answer } = await rolled()
    const { body } = await client.get(`/api/verify/${answer.transactionId}`)
    const record = verificationRecord.parse(body)
    expect(record.gameType).toBe('Dice')
    const hashes = nobleHashes
    const verified = verifyRound(record, { hashes, games: withDice })
    const { failure, replayed: round } = verified
    expect(failure).toBeUndefined()
    const explanation = round && withDice.findGame(round)?.explain(round, 0)
    expect(explanation).toBe(`roll ${answer.roll} of 0 to 99`)
    expect(verifyRound(record, { hashes }).failure).toBe('rules')
  })
})

describe('from its kit', () => {
  test('compares it with the ledger in npm run rtp', async () => {
    const { answer } = await rolled()
    const rows = await compareReturns(server.databaseUrl, kits)
    const own = rows.filter(({ name }) => name.startsWith('dice_live_'))
    const [rounds, , paid] = own.map(({ value }) => value)
    expect(rounds).toBeGreaterThan(0)
    expect(paid).toBeGreaterThanOrEqual(answer.payout)
    expect(own.filter(({ ok }) => !ok)).toEqual([])
  })

  test('generates reproducible golden vectors', async () => {
    const golden = gameGolden(dicePlan)
    expect(golden).toMatchObject({ gameType: 'Dice', rulesVersion: 1 })
    expect(await regenerate(nobleHashes, golden, withDice)).toEqual(golden)
  })
})
