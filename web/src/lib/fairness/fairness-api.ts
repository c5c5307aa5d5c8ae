import {
  type ClientSeedRequest,
  type EpochCommitments,
  epochCommitments,
  type FairnessState,
  fairnessState,
} from '#core/schemas/fairness.ts'
import { getJson, sendJson } from '../api-client.ts'

/** What the witness asks of the house. */
export type FairnessApi = {
  state(): Promise<FairnessState>
  commitments(epoch: number): Promise<EpochCommitments>
  setClientSeed(request: ClientSeedRequest): Promise<FairnessState>
}

export const fairnessApi: FairnessApi = {
  state: () => getJson('/api/fairness', fairnessState),
  commitments: (epoch) =>
    getJson(`/api/fairness/commitments?epoch=${epoch}`, epochCommitments),
  setClientSeed: (request) =>
    sendJson('PUT', '/api/fairness/client-seed', {
      body: request,
      schema: fairnessState,
    }),
}
