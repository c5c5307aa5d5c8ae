import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Response } from 'express'
import { RECEIPT_HEADER } from '#core/api/receipts.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { JsonObject } from '#core/games/game.ts'
import {
  type ReceiptStatement,
  receiptJson,
  receiptTree,
  signedText,
} from '#core/receipts/receipt.ts'
import { describeSubject } from '#core/receipts/verified-receipt.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoText, plainArray } from '../../platform/db/sql-values.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ed25519Signer } from '../../platform/secrets/ed25519.ts'
import { transactions } from '../ledger.table.ts'

type ReceiptsService = ReturnType<typeof createReceiptsService>

type TransactionRow = typeof transactions.$inferSelect

/** The seq of a player's first transaction, the welcome grant. */
export const FIRST_SEQ = 1
const BLIND_BYTES = 32

/** Signs ledger transactions from the database, any number of times. */
export function createReceiptsService(
  { db, entropy, hashes }: Pick<Platform, 'db' | 'entropy' | 'hashes'>,
  signer: () => Ed25519Signer,
) {
  /** Signs all statements with one signature. @returns receipts as JSON texts */
  function sign(statements: readonly ReceiptStatement[]): string[] {
    if (statements.length === 0) return []
    // One draw for the batch: each costs as much as hashing a leaf.
    const random = entropy(BLIND_BYTES * statements.length)
    const texts = statements.map((statement, index) => {
      const from = index * BLIND_BYTES
      const blind = toHex(random.subarray(from, from + BLIND_BYTES))
      return receiptJson({ ...statement, blind })
    })
    const { root, path } = receiptTree(hashes, texts)
    const { publicKey: key, sign: signText } = signer()
    const signature = signText(signedText(root))
    return texts.map((text, index) => {
      const proof = { index, path: path(index), key, signature }
      return `${text.slice(0, -1)},${JSON.stringify(proof).slice(1)}`
    })
  }

  /** Signs a last transaction, with the stake of a bet that paid at once. */
  async function of(player: string, seq: number): Promise<string | undefined> {
    const [last, previous] = await db
      .select()
      .from(transactions)
      .where(
        and(
          eq(transactions.userId, player),
          between(transactions.seq, seq - 1, seq),
        ),
      )
      .orderBy(desc(transactions.seq))
    if (last?.seq !== seq) return undefined
    const rows =
      previous && isStakeFor(previous, last) ? [previous, last] : [last]
    const id = describeSubject(rows[0] ?? last)
    const { gameType, timestamp, balanceAfter: balance } = last
    const [receipt] = sign([
      {
        player,
        id,
        seq,
        timestamp: timestamp.toISOString(),
        gameType,
        transactions: rows.map(({ type, amount, metadata }) => ({
          type,
          amount,
          metadata,
        })),
        balance,
        terms: gameType === null ? null : await betTerms(db, id),
      },
    ])
    return receipt
  }

  return {
    sign,
    of,
    async newest(player: string): Promise<string | undefined> {
      const [last] = await db
        .select({ seq: transactions.seq })
        .from(transactions)
        .where(eq(transactions.userId, player))
        .orderBy(desc(transactions.seq))
        .limit(1)
      return last && of(player, last.seq)
    },
  }
}

/** True if both transactions come from one request, which paid its stake at once. */
function isStakeFor(stake: TransactionRow, win: TransactionRow): boolean {
  return (
    (stake.type === 'bet' || stake.type === 'raise') &&
    win.type === 'win' &&
    stake.batchId === win.batchId
  )
}

export type AnswerReceiptsService = ReturnType<typeof createAnswerReceipts>

/**
 * Creates the signer of receipts for responses to committed changes. Logs a failure and omits
 * the receipt, since an error would mean that the change failed.
 */
export function createAnswerReceipts(receipts: ReceiptsService, log: Logger) {
  function omit(error: unknown): undefined {
    log.error({ error }, 'receipt.omitted')
  }
  return {
    sign(statements: readonly ReceiptStatement[]): string[] {
      try {
        return receipts.sign(statements)
      } catch (error) {
        return omit(error) ?? []
      }
    },
    of: (player: string, seq: number) => receipts.of(player, seq).catch(omit),
    newest: (player: string) => receipts.newest(player).catch(omit),
  }
}

/** Headers are ASCII only; team names may not be. */
const NOT_ASCII = /[\u007f-\uffff]/g

/** @param receipt JSON text; undefined when no coins moved. */
export function setReceipt(res: Response, receipt: string | undefined): void {
  if (receipt === undefined) return
  const escaped = receipt.replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  res.setHeader(RECEIPT_HEADER, escaped)
}

type Terms = { id: string; terms: JsonObject }

/** Returns a bet's terms, named as in its record; null if the id belongs to no bet. */
async function betTerms(db: Database, id: string): Promise<JsonObject | null> {
  const ids = plainArray([id])
  const { rows } = await db.execute<Terms>(sql`
    SELECT round.id, jsonb_build_object('bet', bet, 'nonce', nonce, 'clientSeed', seed) AS terms
    FROM (
      SELECT id, bet, nonce, client_seed_id FROM rounds
      UNION ALL SELECT id, bet, nonce, client_seed_id FROM open_rounds
    ) AS round JOIN client_seeds ON client_seeds.id = client_seed_id
    WHERE round.id = ANY(${ids}::uuid[])
    UNION ALL ${eventBets(ids)}`)
  return rows[0]?.terms ?? null
}

/** Returns the terms of race and sports bets, named as in their records. */
export async function eventBetTerms(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<Terms>(eventBets(plainArray(ids)))
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

function eventBets(ids: string): SQL {
  return sql`
    SELECT bet.id, jsonb_build_object('raceId', races.id, 'nonce', races.number, 'index', index,
      'bet', jsonb_build_object('horseId', horse, 'amount', amount)) AS terms
    FROM race_bets AS bet JOIN races ON races.number = race_number
    WHERE bet.id = ANY(${ids}::uuid[])
    UNION ALL
    SELECT bet.id, jsonb_build_object('gameId', bet.game_id, 'market', market,
      'teamName', team_name, 'point', point, 'odds', odds, 'betAmount', bet_amount,
      'bookmaker', bookmaker, 'acceptedAt', ${isoText('priced_at')}, 'live', is_live,
      'game', jsonb_build_object('home_team', home_team, 'away_team', away_team,
        'commence_time', ${isoText('bet.commence_time')}))
    FROM sports_bets AS bet JOIN sports_games AS game ON game.id = bet.game_id
    WHERE bet.id = ANY(${ids}::uuid[])`
}
