import type { OpenRoundsAnswer } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import {
  type OpenRecord,
  toRoundRecord,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import type { Game, JsonObject } from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { Refusal } from '#core/refusals.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { getReplay, shownRound } from '../engine/open-round.ts'
import type { ReadSnapshots } from '../engine/player-snapshots.ts'
import type {
  OpenRoundRow,
  RoundRow,
  RoundsStore,
} from '../engine/rounds.store.ts'
import { openRounds } from '../engine/rounds.table.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'

/** Marks all open rounds as idle, so that they end within a minute. */
export async function abandonOpenRounds(tx: Transaction): Promise<void> {
  await tx.update(openRounds).set({ actedAt: new Date(0) })
}

export function createRoundsService(deps: {
  games: GameRegistry
  readSnapshots: ReadSnapshots
  store: RoundsStore
  fairness: FairnessService
  hashes: Hashes
}) {
  const { games, readSnapshots, store, fairness, hashes } = deps

  async function readRecord(row: RoundRow): Promise<VerificationRecord> {
    const game = games.findGame(row)
    assert(game !== undefined, 'every rules version stays replayable')
    const evidence = await fairness.readEvidence(row)
    const { id, bet, outcome, nonce } = row
    const actions = row.actions ?? []
    const seeds = { ...evidence.seeds, nonce }
    const replayed = playRound(hashes, { game, bet, actions }, seeds)
    return toRoundRecord(
      game,
      { ...replayed, outcome },
      {
        id,
        timestamp: row.settledAt.toISOString(),
        player: row.userId,
        ...evidence.proof,
        expectedHash: row.roundHash,
        verifiedHash: roundHash(hashes, replayed),
      },
    )
  }

  async function readOpenRecord(row: OpenRoundRow): Promise<OpenRecord> {
    const { proof } = await fairness.readEvidence(row)
    const { id, userId: player, bet, rulesVersion } = row
    return {
      id,
      gameType: row.gameType,
      timestamp: row.startedAt.toISOString(),
      betAmount: bet.betAmount,
      outcome: 'Not over yet',
      nonce: row.nonce,
      gameData: { player, rulesVersion, bet, ...proof },
    }
  }

  return {
    /** Returns the state of the player's round of a game with choices. */
    async openRound(userId: string, game: Game): Promise<JsonObject> {
      const [snapshot] = await readSnapshots([userId], { publish: true })
      if (!snapshot) throw new Refusal('signed_out')
      const { balance, upcoming } = snapshot
      const open = snapshot.open.get(game.gameType)
      if (!open) return { ...game.choices?.idle, legalActions: [], balance }
      const { position } = getReplay(hashes, open)
      return { ...shownRound(open, position, upcoming.commitment), balance }
    },

    async readOpenRounds(userId: string): Promise<OpenRoundsAnswer> {
      const rows = await store.findOpenRound([userId])
      return rows
        .toSorted((a, b) => Number(a.startedAt) - Number(b.startedAt))
        .map(({ id, gameType, bet: { betAmount } }) => ({
          gameType,
          transactionId: id,
          betAmount,
        }))
    },

    /** Returns a round's record; that of an open one shows no future draws. */
    async record(
      id: string,
    ): Promise<VerificationRecord | OpenRecord | undefined> {
      const row = await store.findRound(id)
      if (row) return readRecord(row)
      const open = await store.findOpen(id)
      if (open) return readOpenRecord(open)
      // It may have finished between the two reads.
      const ended = await store.findRound(id)
      return ended && readRecord(ended)
    },

    bets: store.findBets,
    storedBets: store.findRounds,

    async isPlayed(id: string, tx: Transaction): Promise<boolean> {
      return (await store.findRound(id, tx)) !== undefined
    },
  }
}
