import { formatEther } from 'viem'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../logger.ts'
import type { Metrics } from '../../metrics.ts'
import type { Chain } from '../nodes/chain.ts'
import { bumpFees } from './fees.ts'
import type { SigningAccount } from './signing-account.ts'

/** The balance is low when it pays for fewer registrations. */
const ENOUGH_TRANSACTIONS = 20n
export const SMALL_CALL_GAS = 60_000n

export type GasLevel = ReturnType<typeof createGasLevel>

/** Caches the operator account's gas for requests, and alarms when it is low. */
export function createGasLevel({
  account,
  chain,
  clock,
  log,
  metrics,
}: {
  account: Pick<SigningAccount, 'address' | 'balance'>
  chain: Pick<Chain, 'client'>
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'gauge'>
}) {
  const { address } = account
  const balanceBnb = metrics.gauge(
    'operator_balance_bnb',
    'Balance of the operator account',
    ['address'],
  )
  const gasLow = metrics.gauge(
    'operator_gas_low',
    `1 while the operator account can pay fewer than ${ENOUGH_TRANSACTIONS} transactions`,
    ['address'],
  )
  let seen: { balanceWei: bigint; lowMarkWei: bigint; at: Date } | undefined
  return {
    address,

    seen: () => seen,

    async refresh(): Promise<void> {
      const { balanceWei, lowMarkWei } = await readGas(account, chain)
      const isLow = balanceWei < lowMarkWei
      balanceBnb.set({ address }, Number(formatEther(balanceWei)))
      gasLow.set({ address }, isLow ? 1 : 0)
      if (isLow) {
        const fields = { address, balanceWei: String(balanceWei) }
        log.error(fields, 'operator_gas.low')
      }
      seen = { balanceWei, lowMarkWei, at: clock() }
    },
  }
}

/** Reads an account's balance, and the one below which it is low. */
export async function readGas(
  { balance }: Pick<SigningAccount, 'balance'>,
  { client }: Pick<Chain, 'client'>,
) {
  const [balanceWei, { maxFeePerGas }] = await Promise.all([
    balance(),
    bumpFees(client),
  ])
  const lowMarkWei = SMALL_CALL_GAS * maxFeePerGas * ENOUGH_TRANSACTIONS
  return { balanceWei, lowMarkWei }
}
