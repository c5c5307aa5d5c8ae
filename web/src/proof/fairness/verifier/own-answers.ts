import type { FairnessApi } from './fairness-api.ts'

export type OwnAnswersOptions = {
  player: string
  api: FairnessApi
  /** Whether this page still takes the player for signed in. */
  isPlaying(): boolean
}

/**
 * The house as it answers one player alone, and only while they play. Another
 * may have signed in by way of another tab: what the house tells them is nothing
 * that it told this one.
 */
export function ownAnswers(options: OwnAnswersOptions): FairnessApi {
  const { player, isPlaying } = options
  return {
    state: async () => own(await api().state()),
    commitments: async (epoch) => own(await api().commitments(epoch)),
    setClientSeed: async (request) =>
      own(await api().setClientSeed({ ...request, player })),
    bets: async (before) => api().bets(before),
    record: async (id) => api().record(id),
  }

  function api(): FairnessApi {
    if (!isPlaying()) throw new Error('The player has signed out')
    return options.api
  }

  function own<T extends { player: string }>(answer: T): T {
    if (answer.player !== player) throw new Error('Another player is signed in')
    return answer
  }
}
