import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { FaucetAnswer } from '#core/api/wallet.ts'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import { testTokenAbi } from '../../../../contracts/generated/test-token.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { OperatorAccount } from '../../platform/chain/outbox/operator-account.ts'
import type {
  NewCall,
  OutboxStore,
} from '../../platform/chain/outbox/outbox.store.ts'
import type { WalletService } from '../wallets/wallet.service.ts'

const COIN_WEI = WEI_PER_UNIT
/** Of each token. */
const TOKEN_WEI = 1_000n * WEI_PER_UNIT
/** Left in the house's account for what it is there for. */
const RESERVE_WEI = 100n * WEI_PER_UNIT
/** A registration waits behind so many at most, and no more are followed. */
const CALLS_WAITING_MAX = 50
/** Code prefix of accounts that delegate to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100'

type FaucetDeps = {
  chain: Chain
  site: DepositChain
  account: OperatorAccount
  outbox: OutboxStore
  wallet: WalletService
}

/** Gives players of a local chain something to deposit. */
export class FaucetService {
  readonly #deps: FaucetDeps

  constructor(deps: FaucetDeps) {
    this.#deps = deps
  }

  /**
   * Has the house's account send some of each asset to a player's own wallet.
   *
   * @param to in lower case.
   */
  async give(to: Address): Promise<FaucetAnswer['gifts']> {
    const { account, outbox, site } = this.#deps
    await this.#requireOwnWallet(to)
    const balanceWei = await this.#ask(account.balance())
    const gifts = site.assets.map(({ symbol, token }) => ({
      symbol,
      amount: unitsOf(token ? TOKEN_WEI : COIN_WEI),
    }))
    const calls = site.assets.flatMap(({ token }) =>
      token ? tokenCalls(token, to) : [coinCall(to)],
    )
    const lacking = await outbox.enqueueWithin('faucet', calls, {
      callsMax: CALLS_WAITING_MAX,
      valueMaxWei: balanceWei - RESERVE_WEI,
    })
    if (lacking)
      throw new Refusal(lacking === 'calls' ? 'faucet_busy' : 'faucet_empty')
    return gifts
  }

  /** What is given to a wallet of the house's would look like a deposit. */
  async #requireOwnWallet(address: Address): Promise<void> {
    const { account, chain, wallet } = this.#deps
    const owners = await wallet.ownersOf([address])
    const isOurs = owners.size > 0 || address === account.address.toLowerCase()
    if (
      isOurs ||
      address === zeroAddress ||
      isContract(await this.#ask(chain.client.getCode({ address })))
    ) {
      throw new Refusal('faucet_recipient')
    }
  }

  async #ask<T>(answer: Promise<T>): Promise<T> {
    return answer.catch(() => {
      throw new Refusal('chain_unreachable')
    })
  }
}

/** True for contract code; false for accounts with an EIP-7702 delegation. */
function isContract(code: Hex | undefined): boolean {
  return code !== undefined && !code.startsWith(DELEGATION_PREFIX)
}

function coinCall(to: Address): Omit<NewCall, 'purpose'> {
  return { to, data: '0x', value: COIN_WEI }
}

/** The house mints what it gives: it has no stock. */
function tokenCalls(token: Address, to: Address): Omit<NewCall, 'purpose'>[] {
  const abi = testTokenAbi
  return [
    encodeFunctionData({ abi, functionName: 'faucet', args: [TOKEN_WEI] }),
    encodeFunctionData({
      abi,
      functionName: 'transfer',
      args: [to, TOKEN_WEI],
    }),
  ].map((data) => ({ to: token, data }))
}
