import * as z from 'zod/mini'
import {
  type ClientSeedRequest,
  type EpochCommitments,
  epochCommitments,
  type FairnessState,
  fairnessState,
} from '#core/api/fairness.ts'
import { type Transaction, transactions } from '#core/api/history.ts'
import {
  openRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { ApiError, getJson, sendJson } from '../../../lib/api-client.ts'
import type { RoundRecord } from './judge-record.ts'

/** What the verifier asks of the house. */
export type FairnessApi = {
  state(): Promise<FairnessState>
  commitments(epoch: number): Promise<EpochCommitments>
  setClientSeed(request: ClientSeedRequest): Promise<FairnessState>
  /** The player's bets, newest first, some at a time: those before a `seq`. */
  bets(before: number | undefined): Promise<Transaction[]>
  /** What is public of a round; undefined where the house has no such round. */
  record(id: string): Promise<RoundRecord | undefined>
}

const roundRecord = z.union([verificationRecord, openRecord])

export const fairnessApi: FairnessApi = {
  state: () => getJson('/api/fairness', fairnessState),
  commitments: (epoch) =>
    getJson(`/api/fairness/commitments?epoch=${epoch}`, epochCommitments),
  setClientSeed: (request) =>
    sendJson('PUT', '/api/fairness/client-seed', {
      body: request,
      schema: fairnessState,
    }),
  bets: (before) =>
    getJson(
      `/api/transactions?type=bet${before ? `&before=${before}` : ''}`,
      transactions,
    ),
  record: (id) =>
    getJson(`/api/verify/${id}`, roundRecord).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') {
        return undefined
      }
      throw error
    }),
}
