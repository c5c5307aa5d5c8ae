import { gameOf } from '#core/games/registry.ts'
import { isOpen, type PublicRecord } from '#core/evidence/round-record.ts'

/** The outcome as the Game Details show it. */
export function outcomeText(record: PublicRecord): string {
  if (isOpen(record)) return record.outcome
  const { gameType, outcome, gameData } = record
  const game = gameOf({ gameType, rulesVersion: gameData.rulesVersion })
  const { data } = game?.outcome.safeParse(gameData.outcome) ?? {}
  return (data && game?.headline?.(data, outcome)) ?? outcome
}
