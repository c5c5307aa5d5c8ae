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
const TOKEN_WEI = 1_000n * WEI_PER_UNIT
/** Kept in the operator account for registrations and sweeps. */
const RESERVE_WEI = 100n * WEI_PER_UNIT
/** Limits queued calls, so that registrations aren't delayed. */
const CALLS_WAITING_MAX = 50
/** Code prefix of accounts that delegate to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100'

/** Opens the faucet of a local chain. */
export function openFaucetService({
  account,
  outbox,
  site,
  chain,
  wallet,
}: {
  account: OperatorAccount
  chain: Chain
  outbox: OutboxStore
  site: DepositChain
  wallet: Pick<WalletService, 'ownersOf'>
}) {
  /** Queues a payment of each asset. @param to in lower case */
  async function give(to: Address): Promise<FaucetAnswer['gifts']> {
    await requireExternal(to)
    const balanceWei = await ask(account.balance())
    const gifts = site.assets.map(({ symbol, token }) => ({
      symbol,
      amount: unitsOf(token ? TOKEN_WEI : COIN_WEI),
    }))
    const calls = site.assets.flatMap(({ token }) =>
      token ? tokenCalls(token, to) : [coinCall(to)],
    )
    const limit = await outbox.enqueueWithin('faucet', calls, {
      callsMax: CALLS_WAITING_MAX,
      valueMaxWei: balanceWei - RESERVE_WEI,
    })
    if (limit)
      throw new Refusal(limit === 'calls' ? 'faucet_busy' : 'faucet_empty')
    return gifts
  }

  /** Refuses deposit wallets: a gift would be credited as a deposit. */
  async function requireExternal(address: Address): Promise<void> {
    const owners = await wallet.ownersOf([address])
    const isOurs = owners.size > 0 || address === account.address.toLowerCase()
    if (
      isOurs ||
      address === zeroAddress ||
      isContract(await ask(chain.client.getCode({ address })))
    ) {
      throw new Refusal('faucet_recipient')
    }
  }

  async function ask<T>(answer: Promise<T>): Promise<T> {
    return answer.catch(() => {
      throw new Refusal('chain_unreachable')
    })
  }

  return { give }
}

/** True for contract code; false for accounts with an EIP-7702 delegation. */
function isContract(code: Hex | undefined): boolean {
  return code !== undefined && !code.startsWith(DELEGATION_PREFIX)
}

function coinCall(to: Address): Omit<NewCall, 'purpose'> {
  return { to, data: '0x', value: COIN_WEI }
}

/** Mints the tokens first, since the operator account has none. */
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
