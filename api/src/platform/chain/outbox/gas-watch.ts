import { formatEther } from 'viem'
import type { Logger } from '../../logger.ts'
import type { Metrics } from '../../metrics.ts'
import type { Chain } from '../nodes/chain.ts'
import { feesOver } from './fees.ts'
import type { OperatorAccount } from './operator-account.ts'

const LOOK_EVERY_MS = 60_000
const TOLD_EVERY_MS = 60_000
/** The operator hears of it while this many more could still be paid. */
export const ENOUGH_TRANSACTIONS = 20n
/** What one wallet's registration takes, about. */
export const SMALL_CALL_GAS = 60_000n

type WatchDeps = {
  chain: Chain
  account: OperatorAccount
  metrics: Pick<Metrics, 'operatorBalance' | 'operatorGasLow'>
  log: Logger
}

/** Knows what the operator account can pay, and tells when it is little. */
export class GasWatch {
  readonly #deps: WatchDeps
  #lookedMs = Number.NEGATIVE_INFINITY
  #toldMs = Number.NEGATIVE_INFINITY

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Now and then: the account must not run dry unseen while nothing is sent. */
  async look(): Promise<void> {
    if (performance.now() - this.#lookedMs < LOOK_EVERY_MS) return
    const { maxFeePerGas } = await feesOver(this.#deps.chain.client)
    await this.canPay(SMALL_CALL_GAS * maxFeePerGas)
    this.#lookedMs = performance.now()
  }

  /** Shows nothing any more: another process looks now. */
  rest(): void {
    const { metrics } = this.#deps
    metrics.operatorBalance.reset()
    metrics.operatorGasLow.reset()
    this.#lookedMs = Number.NEGATIVE_INFINITY
  }

  async canPay(costWei: bigint): Promise<boolean> {
    const { account, metrics } = this.#deps
    const balanceWei = await account.balance()
    const isLow = balanceWei < costWei * ENOUGH_TRANSACTIONS
    const { address } = account
    metrics.operatorBalance.set({ address }, Number(formatEther(balanceWei)))
    metrics.operatorGasLow.set({ address }, isLow ? 1 : 0)
    if (isLow) this.#tell(balanceWei)
    return balanceWei >= costWei
  }

  #tell(balanceWei: bigint): void {
    const { account, log } = this.#deps
    const nowMs = performance.now()
    if (nowMs - this.#toldMs < TOLD_EVERY_MS) return
    this.#toldMs = nowMs
    const { address } = account
    log.error({ address, balanceWei: String(balanceWei) }, 'operator_gas.low')
  }
}
