import * as z from 'zod/mini'
import {
  type ClientSeedRequest,
  type EpochCommitments,
  type FairnessState,
  listCommitments,
  readFairness,
  setClientSeed,
} from '#core/api/fairness.ts'
import { listTransactions, type Transaction } from '#core/api/history.ts'
import { readRecord } from '#core/api/records.ts'
import {
  openRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { call, ifFound } from '../../../lib/call.ts'
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

const readRoundRecord = {
  ...readRecord,
  answer: z.union([verificationRecord, openRecord]),
}

export const fairnessApi: FairnessApi = {
  state: () => call(readFairness),
  commitments: (epoch) =>
    call(listCommitments, { query: { epoch: String(epoch) } }),
  setClientSeed: (body) => call(setClientSeed, { body }),
  bets: (before) =>
    call(listTransactions, {
      query: { type: 'bet', before: before?.toString() },
    }),
  record: (id) => ifFound(call(readRoundRecord, { params: { id } })),
}
