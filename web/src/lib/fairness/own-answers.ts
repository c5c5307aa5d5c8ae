import type { FairnessApi } from './fairness-api.ts'

/**
 * The house as it answers one player alone. Another may have signed in by way
 * of another tab: what the house tells them is nothing that it told this one.
 */
export function ownAnswers(player: string, api: FairnessApi): FairnessApi {
  return {
    ...api,
    state: async () => own(await api.state()),
    commitments: async (epoch) => own(await api.commitments(epoch)),
    setClientSeed: async (request) =>
      own(await api.setClientSeed({ ...request, player })),
  }

  function own<T extends { player: string }>(answer: T): T {
    if (answer.player !== player) throw new Error('Another player is signed in')
    return answer
  }
}
