import * as z from 'zod/mini'
import { assert } from '#core/errors.ts'
import type { Seeds } from '#core/fairness/draws.ts'
import {
  EPOCH_SIZE,
  epochOf,
  epochTree,
  firstNonceOf,
  ROOT_LEAD,
} from '#core/fairness/epoch.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type Moves,
  playRound,
  replay,
  roundHash,
} from '#core/fairness/round.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Action, Ask, Bet, Game, Position } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import type {
  ClientSeedRequest,
  EpochCommitments,
  FairnessState,
} from '#core/schemas/fairness.ts'
import {
  type GameAnswer,
  roundAnswer,
  stepsAnswer,
} from '#core/schemas/round-answer.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'

/** Whose rounds the test house plays. */
export const PLAYER = '01890000-0000-7000-8000-000000000001'

const TIME = '2026-03-01T12:00:00.000Z'

/** @property staked coins that the player has paid for it so far. */
type OpenRound = Moves & {
  nonce: number
  staked: number
  actions: readonly Action[]
}

type ClientSeed = { seed: string; by: 'player' | 'server' }

/**
 * An honest house for one player, made of the real core: it publishes roots,
 * takes client seeds and plays every game. Tests tamper with what it says.
 */
export class HonestHouse {
  /** The player's next round; a test may move on. */
  nonce = 0
  /** The player's coins. */
  balance = 1_000
  /** What a jackpot would pay. */
  pot = coins(12_345)
  readonly #streamKey: Uint8Array
  /** By the games' paths. */
  readonly #open = new Map<string, OpenRound>()
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

  /** Does what one of a game's requests asks, and answers as the API does. */
  answer(game: Game, ask: Ask): GameAnswer {
    const round = this.#roundFor(game, ask)
    const position = this.#positionOf(round)
    const { staked, outcome } = position
    this.balance += (outcome?.payout ?? 0) - (staked - round.staked)
    if (outcome) this.#open.delete(game.path)
    else this.#open.set(game.path, { ...round, staked })
    return this.#told(round, position)
  }

  /** What the API tells of a game's open round, or of none. */
  lookAt(game: Game): unknown {
    const round = this.#open.get(game.path)
    return round
      ? this.#told(round, this.#positionOf(round))
      : game.choices?.idle
  }

  /**
   * Plays the next round by some actions, as far as the rules allow them, and
   * takes it back: it can be played for real after.
   */
  rehearsed(game: Game, bet: Bet, actions: readonly Action[] = []): GameAnswer {
    const { nonce, balance } = this
    let answer = this.answer(game, { start: bet })
    for (const act of actions) {
      if (!legalIn(answer).includes(act.action)) break
      answer = this.answer(game, { act })
    }
    this.#open.delete(game.path)
    Object.assign(this, { nonce, balance })
    return answer
  }

  /** Plays the next round to its end and gives its public record. */
  record(moves: Moves): VerificationRecord {
    const nonce = this.nonce
    this.nonce += 1
    const { game, bet } = moves
    const round = playRound(nobleHashes, moves, this.#seedsAt(nonce))
    const { outcome, actions, draws, serverSeed, clientSeed } = round
    const hash = roundHash(nobleHashes, round)
    return {
      id: idOf(nonce),
      gameType: round.gameType,
      timestamp: TIME,
      betAmount: bet.betAmount,
      outcome: game.describe(outcome),
      serverSeed,
      clientSeed,
      nonce,
      gameData: {
        ...outcome,
        ...this.#evidence(nonce),
        rulesVersion: round.rulesVersion,
        bet,
        ...(actions && { actions: [...actions] }),
        draws,
        outcome,
        payout: outcome.payout,
        expectedHash: hash,
        verifiedHash: hash,
      },
    }
  }

  #roundFor(game: Game, ask: Ask): OpenRound {
    const open = this.#open.get(game.path)
    if ('act' in ask) {
      assert(open !== undefined, 'only an open round goes on')
      return { ...open, actions: [...open.actions, ask.act] }
    }
    assert(open === undefined, 'a game has one open round at most')
    const round = { game, bet: ask.start, nonce: this.nonce, staked: 0 }
    this.nonce += 1
    const { jackpot } = game
    const start = this.#positionOf({ ...round, actions: [] })
    const actions = jackpot?.isHit(start) ? [jackpot.win(this.pot)] : []
    return { ...round, actions }
  }

  #positionOf({ nonce, ...moves }: OpenRound): Position {
    const played = replay(nobleHashes, moves, this.#seedsAt(nonce))
    assert(played !== undefined, 'the rules allow what is asked')
    return played.position
  }

  #told(round: OpenRound, position: Position): GameAnswer {
    const { game, bet, nonce, actions } = round
    const { serverSeed, clientSeed } = this.#seedsAt(nonce)
    const { outcome } = position
    const common = game.choices ? stepsAnswer : roundAnswer
    return z.looseObject(common.shape).parse({
      ...game.view(position),
      transactionId: idOf(nonce),
      betAmount: bet.betAmount,
      balance: this.balance,
      nonce,
      serverSeedHash: this.#commitmentAt(nonce),
      nextServerSeedHash: this.#commitmentAt(this.nonce),
      weaker: this.#seedIn(epochOf(nonce)).by === 'server',
      ...(actions.length > 0 && { actions }),
      ...(game.choices && {
        step: actions.length,
        actions,
        legalActions: game.choices.legalActions(position),
      }),
      ...(outcome && { payout: outcome.payout, serverSeed, clientSeed }),
    })
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

  #seedsAt(nonce: number): Seeds {
    const clientSeed = this.#seedIn(epochOf(nonce)).seed
    return { serverSeed: this.#serverSeedAt(nonce), clientSeed, nonce }
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

function legalIn(answer: GameAnswer): readonly string[] {
  return (
    stepsAnswer.shape.legalActions.safeParse(answer.legalActions).data ?? []
  )
}

function idOf(nonce: number): string {
  return `01890000-0000-7000-9000-${String(nonce).padStart(12, '0')}`
}
