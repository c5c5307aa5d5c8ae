import * as z from 'zod/mini'
import type {
  PlaceRaceBetAnswer,
  RaceHistoryAnswer,
  RacePhase,
  RacePush,
} from '#core/api/races.ts'
import type { BetPush } from '#core/api/socket.ts'
import type { TestChainId } from '#core/chain/chains.ts'
import {
  type OpenRaceBetRecord,
  openRaceBetRecord,
  type RaceBetRecord,
  toRaceBetRecord,
  toRaceRecord,
} from '#core/evidence/race-record.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { runRace, TICK_MS } from '#core/race/race.ts'
import { type RaceBet, raceBetStatus } from '#core/race/race-bet.ts'
import { deriveRaceId } from '#core/race/race-id.ts'
import { type SaltBlock, saltAfterMs, toSalt } from '#core/race/salt.ts'
import { linkBefore } from '#core/race/seed-chain.ts'
import {
  RACE_RULES_VERSION,
  type SettledRace,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'

type Message<Type> = Extract<RacePush, { type: Type }>

/** The server's clock when the page opens, which is not the browser's. */
const OPENED_AT_MS = Date.parse('2026-03-01T11:00:00.000Z')
const LAST = {
  number: 20,
  seed: nobleHashes.sha256('the last seed of the chain'),
}
const OPEN_MS = 30_000
const SETTLED_AT = '2026-03-01T12:00:00.000Z'

type Options = {
  /** Where salts come from; 31337 is the operator's own. */
  chainId?: TestChainId
  isVoid?: boolean
}

type KeptBet = RaceBet & { index: number; id: string }

/**
 * Commits to, runs and settles races with the real core, and serves them as the API
 * does. Tests tamper with its answers.
 */
export class HonestRaces {
  number = 1
  balance = 1_000
  readonly #options: Options
  #closesAtMs = this.now() + OPEN_MS
  #startTime = 0
  #bets: KeptBet[] = []
  readonly #over: number[] = []
  readonly #closes = new Map<number, number>()

  constructor(options: Options = {}) {
    this.#options = options
  }

  /** By the API's clock. */
  now(): number {
    return OPENED_AT_MS + Math.round(performance.now())
  }

  get raceId(): string {
    return this.#getId(this.number)
  }

  get course() {
    const { number } = this
    const { salt, serverSeed } = this.#seeds()
    return runRace(nobleHashes, { serverSeed, salt, number })
  }

  /** @param closesInMs may be negative; the announced time by default. */
  state(
    phase: RacePhase = 'betting',
    closesInMs?: number,
  ): Message<'raceState'> {
    if (closesInMs !== undefined) this.#closesAtMs = this.now() + closesInMs
    return { type: 'raceState', ...this.#coming(phase) }
  }

  /** The race after this one. */
  next(closesInMs = OPEN_MS): Message<'nextRace'> {
    this.#over.unshift(this.number)
    this.#closes.set(this.number, this.#closesAtMs)
    this.number += 1
    this.#bets = []
    this.#closesAtMs = this.now() + closesInMs
    return { type: 'nextRace', ...this.#coming('betting') }
  }

  /** @param finishesInMs may be negative, too. */
  start(finishesInMs: number): Message<'raceStart'> {
    const { saltBlock, ...seeds } = this.#seeds()
    this.#startTime = this.now() + finishesInMs - this.course.ticks * TICK_MS
    return {
      type: 'raceStart',
      ...this.#about(),
      startTime: this.#startTime,
      ...seeds,
      saltBlock,
      epoch: 7,
    }
  }

  result(): Message<'raceResult'> {
    const result = { type: 'raceResult', ...this.#about() } as const
    const { outcome } = this.settled()
    if ('void' in outcome) return { ...result, void: true }
    const { winner, order } = outcome
    return { ...result, void: false, winner, order }
  }

  place({ horseId, amount }: RaceBet): PlaceRaceBetAnswer {
    const index = this.#bets.length
    const id = getId('9000', this.number * 1_000 + index)
    this.#bets.push({ horseId, amount, index, id })
    this.balance -= amount
    return {
      transactionId: id,
      raceId: this.raceId,
      number: this.number,
      commitment: getSeed(this.number - 1),
      index,
      horseId,
      amount,
      balance: coins(this.balance),
    }
  }

  currentBets() {
    const horses = new Map<HorseId, number>()
    for (const { amount, horseId } of this.#bets) {
      horses.set(horseId, (horses.get(horseId) ?? 0) + amount)
    }
    return Array.from(horses, ([horseId, amount]) => ({ horseId, amount }))
  }

  /** Messages pushed about the player's bets, in their order. */
  ends(): BetPush[] {
    return this.#bets.map((bet) => {
      const { outcome } = this.#settledBet(bet)
      const end = 'void' in outcome ? { void: true as const } : outcome
      const status = raceBetStatus(bet, end)
      return {
        type: 'bet',
        timestamp: this.now(),
        gameType: 'Horse Race',
        id: bet.id,
        status: status === 'pending' ? 'void' : status,
        amount: bet.amount,
        payout: outcome.payout,
      }
    })
  }

  toRecord(id: string): RaceBetRecord | undefined {
    const bet = this.#bets.find((one) => one.id === id)
    if (!bet) return undefined
    const expectedHash = settledHash(nobleHashes, this.#settledBet(bet))
    const { horseId, amount, index } = bet
    return toRaceBetRecord(
      nobleHashes,
      {
        race: this.settled(),
        raceId: this.raceId,
        bet: { horseId, amount },
        index,
      },
      { ...getProof(id), expectedHash },
    )
  }

  history(): RaceHistoryAnswer {
    return this.#over.map((number) => {
      const race = this.settled(number)
      const expectedHash = settledHash(nobleHashes, race)
      const proof = { ...getProof(this.#getId(number)), expectedHash }
      return toRaceRecord(nobleHashes, race, proof)
    })
  }

  settled(number = this.number): SettledRace {
    const { isVoid } = this.#options
    const { saltBlock, serverSeed } = this.#seeds(number)
    const end = isVoid ? ({ voidReason: 'no_block' } as const) : { saltBlock }
    const head = { number: 1, timestamp: 0 }
    const terms = this.#getTerms(number)
    return settledRace(nobleHashes, { ...terms, serverSeed, head, ...end })
  }

  #settledBet({ id, horseId, amount, index }: KeptBet) {
    const accepted = { id, bet: { horseId, amount }, index }
    return settledRaceBet(nobleHashes, this.settled(), accepted)
  }

  #seeds(number = this.number) {
    const { closedAtMs, rulesVersion, saltChain } = this.#getTerms(number)
    const { chainId } = saltChain
    const afterMs = saltAfterMs({ rulesVersion, closedAtMs, chainId })
    const saltBlock: SaltBlock = {
      ...saltChain,
      number: 1_000 + number,
      hash: `0x${nobleHashes.sha256(`the block of race ${number}`)}`,
      timestamp: Math.floor(afterMs / 1_000) + 1,
    }
    return { serverSeed: getSeed(number), salt: toSalt(saltBlock), saltBlock }
  }

  #coming(phase: RacePhase) {
    const commitment = getSeed(this.number - 1)
    const { closedAtMs: nextRaceTime, ...terms } = this.#getTerms(this.number)
    const { rulesVersion, saltChain } = terms
    return {
      ...this.#about(),
      nextRaceTime,
      commitment,
      chainTerminal: { number: 0, hash: getSeed(0) },
      rulesVersion,
      saltChain,
      phase,
    }
  }

  #getTerms(number: number) {
    return {
      rulesVersion: RACE_RULES_VERSION,
      number,
      closedAtMs: this.#closes.get(number) ?? this.#closesAtMs,
      saltChain: {
        chainId: this.#options.chainId ?? 97,
        genesisHash: `0x${'9e'.repeat(32)}`,
      },
    } as const
  }

  #getId(number: number): string {
    const commitment = getSeed(number - 1)
    return deriveRaceId(nobleHashes, { ...this.#getTerms(number), commitment })
  }

  #about() {
    const { number, raceId } = this
    return { timestamp: this.now(), raceId, number }
  }
}

/** The link before the first one is the published end of the chain. */
function getSeed(number: number): string {
  return linkBefore(nobleHashes, LAST, LAST.number - number).seed
}

/** Returns the record of a bet as it was before its race ended. */
export function toOpenRecord(record: RaceBetRecord): OpenRaceBetRecord {
  const { serverSeed: _, clientSeed: __, ...rest } = record
  const { shape } = openRaceBetRecord.shape.gameData
  const gameData = z.object(shape).parse(record.gameData)
  return { ...rest, outcome: 'Not over yet', gameData }
}

function getProof(id: string) {
  const chainTerminal = { number: 0, hash: getSeed(0) }
  return { id, timestamp: SETTLED_AT, chainTerminal }
}

function getId(kind: string, number: number): string {
  return `01890000-0000-7000-${kind}-${String(number).padStart(12, '0')}`
}
