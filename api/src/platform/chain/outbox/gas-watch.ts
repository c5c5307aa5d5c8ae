import { formatEther } from 'viem'
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

type GasDeps = {
  chain: Pick<Chain, 'client'>
  account: Pick<OperatorAccount, 'address' | 'balance'>
}

export type GasWatch = ReturnType<typeof openGasWatch>

/** Alarms when the operator account is low, in the process that sends. */
export function openGasWatch({
  account,
  chain,
  log,
  metrics,
}: GasDeps & {
  metrics: Pick<Metrics, 'operatorBalance' | 'operatorGasLow'>
  log: Logger
}) {
  const { address } = account
  let checkedMs = Number.NEGATIVE_INFINITY
  let alarmedMs = Number.NEGATIVE_INFINITY

  async function canPay(costWei: bigint): Promise<boolean> {
    const balanceWei = await account.balance()
    const isLow = balanceWei < costWei * ENOUGH_TRANSACTIONS
    metrics.operatorBalance.set({ address }, Number(formatEther(balanceWei)))
    metrics.operatorGasLow.set({ address }, isLow ? 1 : 0)
    if (isLow && performance.now() - alarmedMs >= ALARM_EVERY_MS) {
      alarmedMs = performance.now()
      log.error({ address, balanceWei: String(balanceWei) }, 'operator_gas.low')
    }
    return balanceWei >= costWei
  }

  return {
    canPay,

    /** Checks once a minute, because nothing else does while nothing is sent. */
    async check(): Promise<void> {
      if (performance.now() - checkedMs < CHECK_EVERY_MS) return
      const { maxFeePerGas } = await feesOver(chain.client)
      await canPay(SMALL_CALL_GAS * maxFeePerGas)
      checkedMs = performance.now()
    },

    /** Resets the metrics when another process leads. */
    rest(): void {
      metrics.operatorBalance.reset()
      metrics.operatorGasLow.reset()
      checkedMs = Number.NEGATIVE_INFINITY
    },
  }
}

export type GasLevel = ReturnType<typeof openGasLevel>

/** Caches the operator account's gas for requests, which don't wait for a node. */
export function openGasLevel({
  account,
  chain,
  clock,
}: GasDeps & { clock: Clock }) {
  let seen: { balanceWei: bigint; lowMarkWei: bigint; at: Date } | undefined
  return {
    address: account.address,

    /** Returns the balance, and the mark below which it is low. */
    seen: () => seen,

    async refresh(): Promise<void> {
      const [balanceWei, { maxFeePerGas }] = await Promise.all([
        account.balance(),
        feesOver(chain.client),
      ])
      const lowMarkWei = SMALL_CALL_GAS * maxFeePerGas * ENOUGH_TRANSACTIONS
      seen = { balanceWei, lowMarkWei, at: clock() }
    },
  }
}
