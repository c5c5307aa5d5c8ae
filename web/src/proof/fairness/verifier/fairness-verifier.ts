import type { FairnessState } from '#core/api/fairness.ts'
import { EPOCH_SIZE, epochOf, ROOT_LEAD } from '#core/fairness/epoch.ts'
import type { AnsweredRound } from './answered-round.ts'
import { ClientSeeds, type SeedChoice } from './client-seeds.ts'
import type { HandStore } from './hand-store.ts'
import { judgeAnswer, type Verdict } from './judge-answer.ts'
import { MissedRounds } from './missed-rounds.ts'
import { type OwnAnswersOptions, ownAnswers } from './own-answers.ts'
import { PinnedEpochs, type PinnedEpochsOptions } from './pinned-epochs.ts'
import { RoundRecords } from './round-records.ts'
import { type AskedRound, noteAnswer } from './seen-rounds.ts'

export type VerifierOptions = PinnedEpochsOptions &
  OwnAnswersOptions & {
    hands: HandStore
    newSeed(): string
    /** Runs one task at a time over all tabs of this browser. */
    alone<T>(task: () => Promise<T>): Promise<T>
  }

/** Rounds between two looks for the next root while it is due but not seen. */
const LOOK_EVERY = 8

/**
 * Verifies the house's promises in the browser: pins each epoch's root before it
 * makes that epoch's client seed, and judges every answer about a round by what
 * it pinned and saw.
 */
export class FairnessVerifier {
  readonly #options: VerifierOptions
  readonly #epochs: PinnedEpochs
  readonly #seeds: ClientSeeds
  readonly #records: RoundRecords
  readonly #missed: MissedRounds
  /** Epochs that this page has seen under a seed of its own browser. */
  readonly #claimed = new Set<number>()
  #syncing: Promise<FairnessState> | undefined
  #hasCaughtUp = false

  constructor(options: VerifierOptions) {
    const api = ownAnswers(options)
    this.#options = { ...options, api }
    this.#epochs = new PinnedEpochs(this.#options)
    this.#seeds = new ClientSeeds(options.store)
    this.#records = new RoundRecords(this.#options, this.#epochs)
    this.#missed = new MissedRounds(this.#options, this.#records)
  }

  /** Pins what is published, then seeds what has no seed of ours. */
  sync(): Promise<FairnessState> {
    this.#syncing ??= this.#options
      .alone(() => this.#look())
      .finally(() => {
        this.#syncing = undefined
      })
    return this.#syncing
  }

  /** Sets a seed of the player's own choice, for the rest of the epoch. */
  async changeSeed(clientSeed: string): Promise<FairnessState> {
    const { epoch } = await this.sync()
    this.#options.store.noteTypedSeed(epoch, clientSeed)
    return this.#options.alone(() => this.#setSeed(epoch, clientSeed))
  }

  seedChoice(state: FairnessState): SeedChoice {
    return this.#seeds.choice(state)
  }

  /**
   * The first nonce that a round asked for now can have; unknown before the
   * first look.
   */
  earliestNonce(): number | undefined {
    return this.#options.store.unaccounted()
  }

  /** Judges an answer, and raises the alarm when it is not as promised. */
  async verifyAnswer(asked: AskedRound): Promise<Verdict> {
    const round = noteAnswer(this.#options.hands, asked)
    await this.#syncing?.catch(() => undefined)
    const verdict = await this.#judged(round)
    const { nonce, transactionId } = round.answer
    if (verdict.is === 'mismatch') {
      const { what } = verdict
      this.#options.onAlarm({ about: 'round', transactionId, what })
    } else {
      this.#options.store.noteBet(nonce, transactionId)
    }
    if (this.#isLookDue(nonce)) void this.sync().catch(() => undefined)
    if (verdict.is === 'mismatch' || this.#missed.areNone(nonce)) return verdict
    const isSkipped = await this.#missed.upTo(nonce)
    return isSkipped ? { is: 'mismatch', what: 'round_skipped' } : verdict
  }

  /**
   * Judges what came of the rounds of a game that are not open any more.
   *
   * @param openId the one that still is.
   */
  verifyEnds(gameType: string, openId?: string): Promise<void> {
    return this.#records.judgeEnds(
      (id, ofGame) => ofGame === gameType && id !== openId,
    )
  }

  async #look(): Promise<FairnessState> {
    const { api, store } = this.#options
    const state = await api.state()
    this.#epochs.pin(state)
    this.#seeds.noteShown(state)
    store.forgetBulkBefore(state.epoch - 1)
    if (store.unaccounted() === undefined) store.setUnaccounted(state.nonce)
    await this.#epochs.commitments(state.epoch)
    void this.#catchUp(state).catch(() => undefined)
    return this.#seeded(state)
  }

  /** Judges what happened while no page of this browser looked. */
  async #catchUp({ nonce }: FairnessState): Promise<void> {
    await this.#missed.upTo(nonce)
    if (this.#hasCaughtUp) return
    await this.#records.judgeEnds(() => true)
    this.#hasCaughtUp = true
  }

  /**
   * Makes the seeds that are missing; where another browser took the place of
   * one that the player typed here, that one is set again. Once a page and
   * epoch, so that two browsers of one player do not take the seed from each
   * other for ever.
   */
  async #seeded(state: FairnessState): Promise<FairnessState> {
    const { store, newSeed } = this.#options
    const { epoch, clientSeed, next } = state
    if (next && !store.isSeeded(next.epoch)) {
      await this.#setSeed(next.epoch, newSeed())
    }
    // Once storage was cleared, no seed is known to be ours any more.
    if (this.#claimed.has(epoch) && store.isSeeded(epoch)) return state
    if (store.seedOrigin(epoch, clientSeed) === 'here') {
      this.#claim(epoch)
      return state
    }
    return this.#setSeed(epoch, store.typedSeed(epoch) ?? newSeed())
  }

  async #setSeed(epoch: number, clientSeed: string): Promise<FairnessState> {
    const { api } = this.#options
    this.#seeds.noteSent(epoch, clientSeed)
    const state = await api.setClientSeed({ clientSeed, epoch })
    this.#seeds.noteShown(state)
    this.#claim(epoch)
    return state
  }

  #claim(epoch: number): void {
    this.#options.store.markSeeded(epoch)
    this.#claimed.add(epoch)
  }

  async #judged(round: AnsweredRound): Promise<Verdict> {
    const { hashes } = this.#options
    const held = await this.#epochs.heldFor(round.answer)
    if (!held || held.seedUse === 'in_force') {
      return judgeAnswer(hashes, round, held)
    }
    // Another browser of the player may have set the seed a moment ago.
    await this.sync().catch(() => undefined)
    return judgeAnswer(hashes, round, await this.#epochs.heldFor(round.answer))
  }

  /** The coming round has no seed of ours, or the next root should be out. */
  #isLookDue(nonce: number): boolean {
    const { store } = this.#options
    const coming = nonce + 1
    const epoch = epochOf(coming)
    if (!store.isSeeded(epoch)) return true
    const isLead = EPOCH_SIZE - (coming % EPOCH_SIZE) <= ROOT_LEAD
    return isLead && coming % LOOK_EVERY === 0 && !store.isSeeded(epoch + 1)
  }
}
