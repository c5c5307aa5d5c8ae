import { pauseRequest } from '#core/schemas/operator/pauses.ts'

/** Lists what can be paused: games, races, sports, credits of deposits. */
export const PAUSABLE: readonly string[] = pauseRequest.shape.gameType.options
