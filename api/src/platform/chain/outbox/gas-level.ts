import type { Address } from 'viem'
import type { Clock } from '../../clock.ts'
import type { Chain } from '../nodes/chain.ts'
import { feesOver } from './fees.ts'
import { ENOUGH_TRANSACTIONS, SMALL_CALL_GAS } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'

/** What the operator account holds, and below what it is low. */
export type SeenGas = { balanceWei: bigint; lowMarkWei: bigint; at: Date }

type LevelDeps = {
  chain: Pick<Chain, 'client'>
  account: Pick<OperatorAccount, 'address' | 'balance'>
  clock: Clock
}

/** The operator account's gas as this process last saw it, for who may not wait for a node. */
export class GasLevel {
  readonly #deps: LevelDeps
  #seen: SeenGas | undefined

  constructor(deps: LevelDeps) {
    this.#deps = deps
  }

  get address(): Address {
    return this.#deps.account.address
  }

  get seen(): SeenGas | undefined {
    return this.#seen
  }

  async look(): Promise<void> {
    const { account, chain, clock } = this.#deps
    const [balanceWei, { maxFeePerGas }] = await Promise.all([
      account.balance(),
      feesOver(chain.client),
    ])
    const lowMarkWei = SMALL_CALL_GAS * maxFeePerGas * ENOUGH_TRANSACTIONS
    this.#seen = { balanceWei, lowMarkWei, at: clock() }
  }
}
