import { pauseRequest } from '#core/api/operator/pauses.ts'

/** Lists what can be paused: games, races, sports, credits of deposits. */
export const PAUSABLE: readonly string[] = pauseRequest.shape.gameType.options
