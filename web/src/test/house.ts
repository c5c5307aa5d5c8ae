import {
  EPOCH_SIZE,
  epochOf,
  epochTree,
  firstNonceOf,
  ROOT_LEAD,
} from '#core/fairness/epoch.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, type Round, roundHash } from '#core/fairness/round.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import type {
  ClientSeedRequest,
  EpochCommitments,
  FairnessState,
} from '#core/schemas/fairness.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'

/** Whose rounds the test house plays. */
export const PLAYER = '01890000-0000-7000-8000-000000000001'

const TIME = '2026-03-01T12:00:00.000Z'

type ClientSeed = { seed: string; by: 'player' | 'server' }

/**
 * An honest house for one player, made of the real core: it publishes roots,
 * takes client seeds and plays coin flips. Tests tamper with what it says.
 */
export class HonestHouse {
  /** The player's next round; a test may move on. */
  nonce = 0
  readonly #streamKey: Uint8Array
  readonly #seeds = new Map<number, ClientSeed>()
  readonly #epochs = new Map<number, ReturnType<HonestHouse['plan']>>()

  constructor(streamKey = new Uint8Array(32).fill(7)) {
    this.#streamKey = streamKey
  }

  state(): FairnessState {
    const { nonce } = this
    const epoch = epochOf(nonce)
    const { seed, by } = this.#seedIn(epoch)
    const isLead = EPOCH_SIZE - (nonce % EPOCH_SIZE) <= ROOT_LEAD
    const next = { epoch: epoch + 1, root: this.#epoch(epoch + 1).root }
    return {
      epoch,
      root: this.#epoch(epoch).root,
      rootPublishedAt: TIME,
      ...(isLead && { next }),
      nonce,
      nextServerSeedHash: this.#commitmentAt(nonce),
      clientSeed: seed,
      clientSeedSetAt: TIME,
      clientSeedBy: by,
    }
  }

  commitments(epoch: number): EpochCommitments {
    const { root, commitments } = this.#epoch(epoch)
    return { epoch, root, firstNonce: firstNonceOf(epoch), commitments }
  }

  setClientSeed({ clientSeed, epoch }: ClientSeedRequest): void {
    this.#seeds.set(epoch, { seed: clientSeed, by: 'player' })
  }

  /** Plays the next round and answers as the API does. */
  flip(bet: CoinFlipBet) {
    const round = this.#play(bet)
    const { payout, result } = coinFlip.outcome.parse(round.outcome)
    return {
      transactionId: idOf(round.nonce),
      result,
      payout,
      isWin: payout > 0,
      betAmount: bet.betAmount,
      balance: coins(1_000 - bet.betAmount + payout),
      nonce: round.nonce,
      serverSeed: round.serverSeed,
      serverSeedHash: this.#commitmentAt(round.nonce),
      nextServerSeedHash: this.#commitmentAt(round.nonce + 1),
      clientSeed: round.clientSeed,
      weaker: this.#seedIn(epochOf(round.nonce)).by === 'server',
    }
  }

  /** Plays the next round and gives its public record. */
  record(bet: CoinFlipBet): VerificationRecord {
    const round = this.#play(bet)
    const outcome = coinFlip.outcome.parse(round.outcome)
    const hash = roundHash(nobleHashes, round)
    return {
      id: idOf(round.nonce),
      gameType: round.gameType,
      timestamp: TIME,
      betAmount: bet.betAmount,
      outcome: coinFlip.describe(outcome),
      serverSeed: round.serverSeed,
      clientSeed: round.clientSeed,
      nonce: round.nonce,
      gameData: {
        ...this.#evidence(round.nonce),
        rulesVersion: round.rulesVersion,
        bet,
        draws: round.draws,
        outcome,
        payout: outcome.payout,
        expectedHash: hash,
        verifiedHash: hash,
        result: outcome.result,
      },
    }
  }

  #play(bet: CoinFlipBet): Round {
    const { nonce } = this
    this.nonce += 1
    const serverSeed = this.#serverSeedAt(nonce)
    const clientSeed = this.#seedIn(epochOf(nonce)).seed
    const seeds = { serverSeed, clientSeed, nonce }
    return playRound(nobleHashes, { game: coinFlip, bet }, seeds)
  }

  #evidence(nonce: number) {
    const epoch = epochOf(nonce)
    const { tree, root } = this.#epoch(epoch)
    return {
      player: PLAYER,
      serverSeedHash: this.#commitmentAt(nonce),
      epoch,
      epochRoot: root,
      epochPath: tree.path(nonce % EPOCH_SIZE),
      weaker: this.#seedIn(epoch).by === 'server',
    }
  }

  #seedIn(epoch: number): ClientSeed {
    return this.#seeds.get(epoch) ?? { seed: `server-${epoch}`, by: 'server' }
  }

  #serverSeedAt(nonce: number): string {
    return serverSeedOf(nobleHashes, this.#streamKey, nonce)
  }

  #commitmentAt(nonce: number): string {
    return commitmentOf(nobleHashes, this.#serverSeedAt(nonce))
  }

  #epoch(epoch: number) {
    const known = this.#epochs.get(epoch) ?? this.plan(epoch)
    this.#epochs.set(epoch, known)
    return known
  }

  /** An epoch's commitments, its tree and its root. */
  plan(epoch: number) {
    const first = firstNonceOf(epoch)
    const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
      this.#commitmentAt(first + index),
    )
    const tree = epochTree(nobleHashes, { player: PLAYER, epoch }, commitments)
    return { commitments, tree, root: tree.root }
  }
}

function idOf(nonce: number): string {
  return `01890000-0000-7000-9000-${String(nonce).padStart(12, '0')}`
}
