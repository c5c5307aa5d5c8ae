import { expect } from 'vitest'
import type { LiabilityProof } from '#core/api/audit.ts'
import {
  OTHER_BETS,
  type Transaction,
  transactions,
} from '#core/api/history.ts'
import { NO_DIGEST, rowHash, withRow } from '#core/audit/log-digest.ts'
import { parseTerms } from '#core/evidence/bet-terms.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import type { Json } from '#core/games/game.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import type { TestClient } from './test-client.ts'

/**
 * Recomputes the log hash of a closed day from the player's own API responses.
 */
export async function computeLogHash(
  client: TestClient,
  { after, leaf, openBefore, openRounds }: LiabilityProof,
): Promise<string> {
  const ended = (id: string) => !openRounds.includes(id)
  const rows: Json[][] = []
  for (const id of openBefore.filter(ended).toSorted()) {
    rows.push(await roundRow(client, id))
  }
  const path = `/api/transactions?before=${leaf.seq + 1}`
  const shown = transactions.parse((await client.get(path)).body)
  for (const one of shown.filter(({ seq }) => seq > after).toReversed()) {
    const { amount, balanceAfter, gameType, id, metadata } = one
    const { seq, timestamp, type } = one
    const fields = [seq, id, type, gameType, amount, balanceAfter, timestamp]
    rows.push(['transaction', ...fields, metadata])
    if (isOfEvent(one)) rows.push(await betRow(client, id))
    else if (type === 'bet' && ended(id)) rows.push(await roundRow(client, id))
  }
  return rows.reduce(
    (log, row) => withRow(nativeHashes, log, rowHash(nativeHashes, row)),
    NO_DIGEST,
  )
}

function isOfEvent({ gameType, type }: Transaction): boolean {
  return type === 'bet' && OTHER_BETS.some((name) => name === gameType)
}

async function betRow(client: TestClient, id: string): Promise<Json[]> {
  const terms = parseTerms((await client.get(`/api/verify/${id}`)).body)
  return ['bet', id, terms ?? expect.fail('a bet has terms')]
}

async function roundRow(client: TestClient, id: string): Promise<Json[]> {
  const { body } = await client.get(`/api/verify/${id}`)
  const record = verificationRecord.parse(body)
  const { clientSeed, gameData, gameType, nonce, timestamp } = record
  const { actions = null, bet, expectedHash, outcome, payout } = gameData
  const found = await client.get(`/api/transactions?id=${id}`)
  const [started] = transactions.parse(found.body)
  const stake = started?.settlement?.stake ?? expect.fail('it is over')
  const played = [gameType, gameData.rulesVersion, bet, actions, outcome]
  const row = ['round', id, nonce, clientSeed, ...played, stake, payout]
  return JSON.parse(JSON.stringify([...row, expectedHash, timestamp]))
}
