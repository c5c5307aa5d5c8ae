import * as z from 'zod/mini'
import { isOfSports } from '../api/sports.ts'
import { isSameJson } from '../fairness/canonical-json.ts'
import type { JsonObject } from '../games/game.ts'
import type { ReceiptStatement } from '../receipts/receipt.ts'
import { isOfRace } from './race-record.ts'

const json = z.json()
const bet = z.record(z.string(), json)

const round = z.object({
  nonce: json,
  clientSeed: json,
  gameData: z.object({ bet }),
})
const raceBet = z.object({
  nonce: json,
  gameData: z.object({ raceId: json, index: json, bet }),
})
const sportsBet = z.object({
  gameData: z.object({
    bet: z.object({
      gameId: json,
      game: z.object({
        home_team: json,
        away_team: json,
        commence_time: json,
      }),
      market: json,
      teamName: json,
      point: json,
      odds: json,
      betAmount: json,
      bookmaker: json,
      acceptedAt: json,
      live: json,
    }),
  }),
})

/** Extracts a bet's terms from its record; undefined if it has none yet. */
export function parseTerms(record: unknown): JsonObject | undefined {
  if (isOfSports(record)) return sportsBet.safeParse(record).data?.gameData.bet
  const schema = isOfRace(record) ? raceBet : round
  const found = schema.safeParse(record).data
  if (!found) return undefined
  const { gameData, ...fields } = found
  return { ...fields, ...gameData }
}

/**
 * Returns the first term that differs between a bet's record and its receipt;
 * undefined if all match. Records of open rounds have no client seed yet.
 */
export function termDifference(
  { gameType, id, terms }: ReceiptStatement,
  record: { id: string; gameType: string },
): string | undefined {
  if (record.id !== id) return 'id'
  if (record.gameType !== gameType) return 'gameType'
  const shown = parseTerms(record)
  if (!(terms && shown)) return 'terms'
  const names = Object.keys({ ...terms, ...shown })
  return names.find((name) => !isSameJson(shown[name], terms[name] ?? null))
}
