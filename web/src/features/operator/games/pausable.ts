import { pauseRequest } from '#core/schemas/operator/pauses.ts'

/** What can be paused: games, races, sports, credits of deposits. */
export const PAUSABLE: readonly string[] = pauseRequest.shape.gameType.options
