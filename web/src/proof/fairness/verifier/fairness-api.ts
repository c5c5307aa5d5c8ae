import * as z from 'zod/mini'
import { readAnchors } from '#core/api/anchors.ts'
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
import { openRecord, verificationRecord } from '#core/evidence/round-record.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { call, ifRecordFound } from '../../../lib/call.ts'
import type { HandStore } from './hands.ts'
import type { Alarm } from './judge-answer.ts'
import type { PinStore } from './pin-store.ts'

const roundRecord = z.union([verificationRecord, openRecord])
export type RoundRecord = z.infer<typeof roundRecord>

/** Requests of the verifier. */
export type FairnessApi = {
  state(): Promise<FairnessState>
  commitments(epoch: number): Promise<EpochCommitments>
  setClientSeed(request: ClientSeedRequest): Promise<FairnessState>
  /** Reads a page of the player's bets, newest first: those before a `seq`. */
  bets(before: number | undefined): Promise<Transaction[]>
  /** Reads a round's public record; undefined if the server has none. */
  record(id: string): Promise<RoundRecord | undefined>
}

/** The API of the real server; pins the anchors' blocks that it sees. */
export function fairnessApi(store: PinStore): FairnessApi {
  return {
    async state() {
      // Seen before the state: rounds from its nonce on are younger than the
      // block. Without it, proofs are only weaker.
      const seen = await call(readAnchors).catch(() => undefined)
      const state = await call(readFairness)
      const { genesisHash, latest } = seen ?? {}
      if (genesisHash && latest?.mined) {
        const { block, blockHash } = latest.mined
        const fromNonce = state.nonce
        store.pinBlock({ block, blockHash, genesisHash, fromNonce })
      }
      return state
    },
    commitments: (epoch) =>
      call(listCommitments, { query: { epoch: String(epoch) } }),
    setClientSeed: (body) => call(setClientSeed, { body }),
    bets: (before) =>
      call(listTransactions, {
        query: { type: 'bet', before: before?.toString() },
      }),
    record: (id) =>
      ifRecordFound(
        call({ ...readRecord, answer: roundRecord }, { params: { id } }),
      ),
  }
}

export type VerifierOptions = {
  player: string
  hashes: Hashes
  store: PinStore
  hands: HandStore
  api: FairnessApi
  /** True while this page considers the player signed in. */
  isPlaying(): boolean
  /** Runs one task at a time over all tabs of this browser. */
  alone<T>(task: () => Promise<T>): Promise<T>
  onAlarm(alarm: Alarm): void
}

/**
 * Restricts an API to one player's session. Another player may have signed in in
 * another tab, whose responses must not be attributed to this player.
 */
export function ownAnswers({
  player,
  api,
  isPlaying,
}: VerifierOptions): FairnessApi {
  function ownApi(): FairnessApi {
    if (!isPlaying()) throw new Error('The player has signed out')
    return api
  }

  function own<T extends { player: string }>(answer: T): T {
    if (answer.player !== player) throw new Error('Another player is signed in')
    return answer
  }

  return {
    state: async () => own(await ownApi().state()),
    commitments: async (epoch) => own(await ownApi().commitments(epoch)),
    setClientSeed: async (request) =>
      own(await ownApi().setClientSeed({ ...request, player })),
    bets: async (before) => ownApi().bets(before),
    record: async (id) => ownApi().record(id),
  }
}
