import type { FairnessState } from '#core/api/fairness.ts'
import { getEpoch, isNextRootDue } from '#core/fairness/epoch.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { randomClientSeed } from '../../../lib/random-seed.ts'
import {
  noteSentSeed,
  noteShownSeed,
  type SeedChoice,
  seedChoice,
} from './client-seeds.ts'
import {
  fairnessApi,
  ownAnswers,
  type VerifierOptions,
} from './fairness-api.ts'
import { createHandStore, noteAnswer, type RequestedRound } from './hands.ts'
import {
  type AnsweredRound,
  judgeAnswer,
  type Verdict,
} from './judge-answer.ts'
import { missedRounds } from './missed-rounds.ts'
import { sharedPinStore, sharedStorage } from './pin-store.ts'
import { pinnedEpochs } from './pinned-epochs.ts'
import { roundRecords } from './round-records.ts'

export type VerifiedPlayer = Pick<
  VerifierOptions,
  'player' | 'isPlaying' | 'onAlarm'
>

/** Starts a verifier on the real server and storage. */
export function startVerifier(verified: VerifiedPlayer): FairnessVerifier {
  const { player } = verified
  const store = sharedPinStore(player)
  return fairnessVerifier({
    ...verified,
    hashes: nobleHashes,
    store,
    hands: createHandStore(sharedStorage(), player),
    api: fairnessApi(store),
    // Without locks (plain http) two tabs may both make a seed: both are ours.
    alone: async (task) =>
      'locks' in navigator
        ? await navigator.locks.request(`fairness/${player}`, task)
        : await task(),
  })
}

/** Rounds between two requests for the next root while it is due. */
const SYNC_EVERY = 8

export type FairnessVerifier = ReturnType<typeof fairnessVerifier>

/**
 * Verifies the player's rounds in the browser: pins each epoch's root before it
 * makes that epoch's client seed, and judges every answer about a round by what
 * it pinned and saw.
 */
export function fairnessVerifier(options: VerifierOptions) {
  const { hashes, store, hands, alone, onAlarm } = options
  const api = ownAnswers(options)
  const own = { ...options, api }
  const epochs = pinnedEpochs(own)
  const records = roundRecords(own, epochs)
  const missed = missedRounds(own, records)
  /** Epochs that this page has seen under a seed of its own browser. */
  const claimed = new Set<number>()
  let syncing: Promise<FairnessState> | undefined
  let hasCaughtUp = false

  /** Pins what is published, then seeds the epochs without a seed of ours. */
  function sync(): Promise<FairnessState> {
    syncing ??= alone(pinAndSeed).finally(() => {
      syncing = undefined
    })
    return syncing
  }

  async function pinAndSeed(): Promise<FairnessState> {
    const state = await api.state()
    epochs.pin(state)
    noteShownSeed(store, state)
    store.forgetBulkBefore(state.epoch - 1)
    if (store.unaccounted() === undefined) store.setUnaccounted(state.nonce)
    await epochs.findCommitments(state.epoch)
    void catchUp(state).catch(() => undefined)
    return fillSeeds(state)
  }

  /** Judges what happened while no page of this browser was open. */
  async function catchUp({ nonce }: FairnessState): Promise<void> {
    await missed.verifyNext(nonce)
    if (hasCaughtUp) return
    await records.judgeEnds(() => true)
    hasCaughtUp = true
  }

  /**
   * Makes the seeds that are missing, and sets the seed typed here again if
   * another browser has replaced it. Once per page and epoch, so that two browsers
   * of one player don't replace each other's seeds forever.
   */
  async function fillSeeds(state: FairnessState): Promise<FairnessState> {
    const { epoch, clientSeed, next } = state
    if (next && !store.isSeeded(next.epoch)) {
      await setSeed(next.epoch, randomClientSeed())
    }
    // Once storage was cleared, no seed is known to be ours any more.
    if (claimed.has(epoch) && store.isSeeded(epoch)) return state
    if (store.seedOrigin(epoch, clientSeed) === 'here') {
      claim(epoch)
      return state
    }
    return setSeed(epoch, store.typedSeed(epoch) ?? randomClientSeed())
  }

  async function setSeed(
    epoch: number,
    clientSeed: string,
  ): Promise<FairnessState> {
    noteSentSeed(store, epoch, clientSeed)
    const state = await api.setClientSeed({ clientSeed, epoch })
    noteShownSeed(store, state)
    claim(epoch)
    return state
  }

  function claim(epoch: number): void {
    store.markSeeded(epoch)
    claimed.add(epoch)
  }

  async function judge(round: AnsweredRound): Promise<Verdict> {
    const pinned = await epochs.findPinned(round.answer)
    if (!pinned || pinned.seedUse === 'in_force') {
      return judgeAnswer(hashes, round, pinned)
    }
    // Another browser of the player may have set the seed a moment ago.
    await sync().catch(() => undefined)
    return judgeAnswer(hashes, round, await epochs.findPinned(round.answer))
  }

  /** True if the next round has no seed of ours, or the next root may be out. */
  function isSyncDue(nonce: number): boolean {
    const next = nonce + 1
    const epoch = getEpoch(next)
    if (!store.isSeeded(epoch)) return true
    const isTimeToSync = isNextRootDue(next) && next % SYNC_EVERY === 0
    return isTimeToSync && !store.isSeeded(epoch + 1)
  }

  return {
    sync,

    /** Sets a seed of the player's own choice, for the rest of the epoch. */
    async changeSeed(clientSeed: string): Promise<FairnessState> {
      const { epoch } = await sync()
      store.noteTypedSeed(epoch, clientSeed)
      return alone(() => setSeed(epoch, clientSeed))
    },

    seedChoice: (state: FairnessState): SeedChoice => seedChoice(store, state),

    /**
     * Returns the first nonce that a round requested now can have; undefined
     * before the first sync.
     */
    earliestNonce: (): number | undefined => store.unaccounted(),

    /** Judges an answer, and raises the alarm on a mismatch. */
    async verifyAnswer(requested: RequestedRound): Promise<Verdict> {
      const round = noteAnswer(hands, requested)
      await syncing?.catch(() => undefined)
      const verdict = await judge(round)
      const { nonce, transactionId } = round.answer
      if (verdict.is === 'mismatch') {
        onAlarm({ about: 'round', transactionId, what: verdict.what })
      } else {
        store.noteBet(nonce, transactionId)
      }
      if (isSyncDue(nonce)) void sync().catch(() => undefined)
      if (verdict.is === 'mismatch' || missed.areNone(nonce)) return verdict
      const isSkipped = await missed.verifyNext(nonce)
      return isSkipped ? { is: 'mismatch', what: 'round_skipped' } : verdict
    },

    /**
     * Judges how the rounds of a game ended that are no longer open.
     *
     * @param openId the round that still is.
     */
    verifyEnds: (gameType: string, openId?: string): Promise<void> =>
      records.judgeEnds((id, ofGame) => ofGame === gameType && id !== openId),
  }
}
