import { type Address, formatEther } from 'viem'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../logger.ts'
import type { Metrics } from '../../metrics.ts'
import type { Chain } from '../nodes/chain.ts'
import { feesOver } from './fees.ts'
import type { OperatorAccount } from './operator-account.ts'

const CHECK_EVERY_MS = 60_000
const ALARM_EVERY_MS = 60_000
/** The balance is low when it pays for fewer transactions. */
const ENOUGH_TRANSACTIONS = 20n
/** Gas of one wallet's registration, about. */
export const SMALL_CALL_GAS = 60_000n

type WatchDeps = {
  chain: Chain
  account: OperatorAccount
  metrics: Pick<Metrics, 'operatorBalance' | 'operatorGasLow'>
  log: Logger
}

/** Alarms when the operator account is low, in the process that sends. */
export class GasWatch {
  readonly #deps: WatchDeps
  #checkedMs = Number.NEGATIVE_INFINITY
  #alarmedMs = Number.NEGATIVE_INFINITY

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Checks once a minute, because nothing else does while nothing is sent. */
  async check(): Promise<void> {
    if (performance.now() - this.#checkedMs < CHECK_EVERY_MS) return
    const { maxFeePerGas } = await feesOver(this.#deps.chain.client)
    await this.canPay(SMALL_CALL_GAS * maxFeePerGas)
    this.#checkedMs = performance.now()
  }

  /** Resets the metrics when another process leads. */
  rest(): void {
    const { metrics } = this.#deps
    metrics.operatorBalance.reset()
    metrics.operatorGasLow.reset()
    this.#checkedMs = Number.NEGATIVE_INFINITY
  }

  async canPay(costWei: bigint): Promise<boolean> {
    const { account, metrics } = this.#deps
    const balanceWei = await account.balance()
    const isLow = balanceWei < costWei * ENOUGH_TRANSACTIONS
    const { address } = account
    metrics.operatorBalance.set({ address }, Number(formatEther(balanceWei)))
    metrics.operatorGasLow.set({ address }, isLow ? 1 : 0)
    if (isLow) this.#alarm(balanceWei)
    return balanceWei >= costWei
  }

  #alarm(balanceWei: bigint): void {
    const { account, log } = this.#deps
    const nowMs = performance.now()
    if (nowMs - this.#alarmedMs < ALARM_EVERY_MS) return
    this.#alarmedMs = nowMs
    const { address } = account
    log.error({ address, balanceWei: String(balanceWei) }, 'operator_gas.low')
  }
}

type LevelDeps = {
  chain: Pick<Chain, 'client'>
  account: Pick<OperatorAccount, 'address' | 'balance'>
  clock: Clock
}

/** Caches the operator account's gas for requests, which don't wait for a node. */
export class GasLevel {
  readonly #deps: LevelDeps
  #seen: { balanceWei: bigint; lowMarkWei: bigint; at: Date } | undefined

  constructor(deps: LevelDeps) {
    this.#deps = deps
  }

  get address(): Address {
    return this.#deps.account.address
  }

  /** The balance, and the mark below which it is low; undefined before the first read. */
  get seen() {
    return this.#seen
  }

  async refresh(): Promise<void> {
    const { account, chain, clock } = this.#deps
    const [balanceWei, { maxFeePerGas }] = await Promise.all([
      account.balance(),
      feesOver(chain.client),
    ])
    const lowMarkWei = SMALL_CALL_GAS * maxFeePerGas * ENOUGH_TRANSACTIONS
    this.#seen = { balanceWei, lowMarkWei, at: clock() }
  }
}
