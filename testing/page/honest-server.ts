import * as z from 'zod/mini'
import type {
  ClientSeedRequest,
  EpochCommitments,
  FairnessState,
  Restore,
} from '#core/api/fairness.ts'
import type { Transaction } from '#core/api/history.ts'
import { type GameAnswer, roundAnswer, stepsAnswer } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import {
  type OpenRecord,
  toRoundRecord,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import { getEpoch, getFirstNonce, isNextRootDue } from '#core/fairness/epoch.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type Moves,
  playRound,
  replay,
  roundHash,
} from '#core/fairness/round.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type {
  Action,
  Bet,
  Game,
  Position,
  RequestedMove,
} from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { type ClientSeed, playerSeeds, TIME } from './player-seeds.ts'
import { roundId } from './players.ts'

/** The player of a test server by default. */
export const PLAYER = '01890000-0000-7000-8000-000000000001'

const BETS_AT_ONCE = 50
const FLIP_BET = { betAmount: coins(1), choice: 'heads' }

/** @property staked coins that the player has paid for it so far. */
type StartedRound = Moves & {
  nonce: number
  clientSeed: ClientSeed
  staked: number
  actions: readonly Action[]
}

/**
 * An honest server of one player, made of the real core: publishes roots, accepts
 * client seeds and plays every game. Tests tamper with its answers.
 */
export class HonestServer {
  readonly player: string
  /** Nonce of the player's next round; tests may raise it. */
  nonce = 0
  balance = 1_000
  /** Payout of a jackpot. */
  pot = coins(12_345)
  /** Delays answers about the player's bets. */
  historyArrives: Promise<unknown> = Promise.resolve()
  readonly #seeds: ReturnType<typeof playerSeeds>
  /** Open rounds by their games' paths. */
  readonly #open = new Map<string, StartedRound>()
  /** Rounds by their nonces. */
  readonly #rounds = new Map<number, StartedRound>()
  readonly #skipped = new Set<number>()
  #restore: Restore | undefined

  constructor(streamKey = new Uint8Array(32).fill(7), player = PLAYER) {
    this.player = player
    this.#seeds = playerSeeds(streamKey, player)
  }

  state(): FairnessState {
    const { nonce } = this
    const epoch = getEpoch(nonce)
    const { seed, by, setAt } = this.#seeds.clientSeedIn(epoch)
    const isLead = isNextRootDue(nonce)
    const getRoot = (at: number) => this.#seeds.createEpoch(at).root
    return {
      player: this.player,
      epoch,
      root: getRoot(epoch),
      rootPublishedAt: TIME,
      ...(isLead && { next: { epoch: epoch + 1, root: getRoot(epoch + 1) } }),
      nonce,
      nextServerSeedHash: this.#seeds.getCommitment(nonce),
      clientSeed: seed,
      clientSeedSetAt: setAt,
      clientSeedBy: by,
      ...(this.#restore && { restore: this.#restore }),
    }
  }

  commitments(epoch: number): EpochCommitments {
    const { player } = this
    const { root, commitments } = this.#seeds.createEpoch(epoch)
    const firstNonce = getFirstNonce(epoch)
    return { player, epoch, root, firstNonce, commitments }
  }

  setClientSeed({ player, clientSeed, epoch }: ClientSeedRequest): void {
    assert(
      !player || player === this.player,
      'a seed belongs to the signed-in player',
    )
    this.#seeds.setClientSeed(epoch, clientSeed)
  }

  /** Skips a nonce, as only a dishonest server does. */
  skipNonce(): void {
    this.#skipped.add(this.nonce)
    this.nonce += 1
  }

  /** Continues at an epoch, as after a restore. */
  restoreTo(epoch: number): void {
    while (this.nonce < getFirstNonce(epoch)) this.skipNonce()
    this.#restore = { epoch, at: TIME, reason: 'The disk was lost.' }
  }

  /** Lists the player's bets, newest first; rounds that no test played are flips. */
  bets(before = this.nonce + 1): Transaction[] {
    const seqs = Array.from({ length: before - 1 }, (_, at) => before - 1 - at)
    return seqs
      .filter((seq) => !this.#skipped.has(seq - 1))
      .slice(0, BETS_AT_ONCE)
      .map((seq) => getBet(seq, this.#roundAt(seq - 1)))
  }

  /** Returns the public record of a round. */
  toRecord(id: string): VerificationRecord | OpenRecord | undefined {
    const nonce = Number(id.slice(-12))
    if (nonce >= this.nonce || this.#skipped.has(nonce)) return undefined
    const round = this.#roundAt(nonce)
    return this.#getPosition(round).outcome
      ? this.#endedRecord(round)
      : this.#openRecord(round)
  }

  /** Plays a request of a game, and answers as the API does. */
  answer(game: Game, move: RequestedMove): GameAnswer {
    const round = this.#roundFor(game, move)
    const position = this.#getPosition(round)
    const { staked, outcome } = position
    this.balance += (outcome?.payout ?? 0) - (staked - round.staked)
    const played = { ...round, staked }
    this.#rounds.set(round.nonce, played)
    if (outcome) this.#open.delete(game.path)
    else this.#open.set(game.path, played)
    return this.#toAnswer(round, position)
  }

  /** Returns the API's answer about a game's open round, or about none. */
  readGame(game: Game): object | undefined {
    const round = this.#open.get(game.path)
    return round
      ? this.#toAnswer(round, this.#getPosition(round))
      : game.choices?.idle
  }

  /**
   * Plays the next round by some actions, as far as the rules allow them, and
   * reverts it: it can be played for real afterwards.
   */
  rehearsed(game: Game, bet: Bet, actions: readonly Action[] = []): GameAnswer {
    const { nonce, balance } = this
    let answer = this.answer(game, { start: bet })
    for (const act of actions) {
      if (!getLegalActions(answer).includes(act.action)) break
      answer = this.answer(game, { act })
    }
    this.#open.delete(game.path)
    Object.assign(this, { nonce, balance })
    return answer
  }

  /** Plays the next round to its end, and returns its public record. */
  record({ game, bet, actions = [] }: Moves): VerificationRecord {
    const round = this.#begun(game, bet)
    const played = { ...round, actions }
    this.#rounds.set(round.nonce, played)
    return this.#endedRecord(played)
  }

  #endedRecord(started: StartedRound): VerificationRecord {
    const round = playRound(nobleHashes, started, this.#seeds.getSeeds(started))
    const hash = roundHash(nobleHashes, round)
    return toRoundRecord(started.game, round, {
      id: recordHead(started).id,
      timestamp: TIME,
      ...this.#seeds.evidence(started),
      expectedHash: hash,
      verifiedHash: hash,
    })
  }

  #openRecord(started: StartedRound): OpenRecord {
    const { game, bet } = started
    const { rulesVersion } = game
    const gameData = { ...this.#seeds.evidence(started), rulesVersion, bet }
    const outcome = 'Not over yet'
    return { ...recordHead(started), timestamp: TIME, outcome, gameData }
  }

  #roundFor(game: Game, move: RequestedMove): StartedRound {
    const open = this.#open.get(game.path)
    if ('act' in move) {
      assert(open !== undefined, 'only an open round goes on')
      return { ...open, actions: [...open.actions, move.act] }
    }
    assert(open === undefined, 'a game has one open round at most')
    const round = this.#begun(game, move.start)
    const { jackpot } = game
    const start = this.#getPosition(round)
    const actions = jackpot?.isHit(start) ? [jackpot.win(this.pot)] : []
    return { ...round, actions }
  }

  #begun(game: Game, bet: Bet): StartedRound {
    const { nonce } = this
    this.nonce += 1
    return this.#roundOn(nonce, { game, bet })
  }

  #roundOn(nonce: number, moves: Pick<Moves, 'game' | 'bet'>): StartedRound {
    const clientSeed = this.#seeds.clientSeedIn(getEpoch(nonce))
    return { ...moves, nonce, clientSeed, staked: 0, actions: [] }
  }

  #roundAt(nonce: number): StartedRound {
    const flip = { game: coinFlip, bet: FLIP_BET }
    return this.#rounds.get(nonce) ?? this.#roundOn(nonce, flip)
  }

  #getPosition(round: StartedRound): Position {
    const played = replay(nobleHashes, round, this.#seeds.getSeeds(round))
    assert(played !== undefined, 'the rules allow the actions')
    return played.position
  }

  #toAnswer(round: StartedRound, position: Position): GameAnswer {
    const { game, bet, nonce, actions } = round
    const { serverSeed, clientSeed } = this.#seeds.getSeeds(round)
    const { outcome } = position
    const common = game.choices ? stepsAnswer : roundAnswer
    return z.looseObject(common.shape).parse({
      ...game.view(position),
      transactionId: roundId(nonce),
      rulesVersion: game.rulesVersion,
      betAmount: bet.betAmount,
      balance: this.balance,
      nonce,
      serverSeedHash: this.#seeds.getCommitment(nonce),
      clientSeed,
      nextServerSeedHash: this.#seeds.getCommitment(this.nonce),
      weaker: round.clientSeed.by === 'server',
      ...(actions.length > 0 && { actions }),
      ...(game.choices && {
        step: actions.length,
        actions,
        legalActions: game.choices.legalActions(position),
      }),
      ...(outcome && { payout: outcome.payout, serverSeed }),
    })
  }
}

function getLegalActions(answer: GameAnswer): readonly string[] {
  return (
    stepsAnswer.shape.legalActions.safeParse(answer.legalActions).data ?? []
  )
}

function recordHead({ game: { gameType }, bet, nonce }: StartedRound) {
  return { id: roundId(nonce), gameType, betAmount: bet.betAmount, nonce }
}

function getBet(seq: number, { game, bet, nonce }: StartedRound): Transaction {
  return {
    id: roundId(nonce),
    seq,
    type: 'bet',
    gameType: game.gameType,
    amount: -bet.betAmount,
    balanceAfter: coins(1_000),
    timestamp: TIME,
    metadata: null,
  }
}
