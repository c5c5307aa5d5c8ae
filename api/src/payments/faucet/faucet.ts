import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { type FaucetAnswer, requestGift } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import { testTokenAbi as abi } from '../../../../contracts/generated/test-token.ts'
import type { Module } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { WalletModule } from '../wallets/wallets.ts'

const TOKEN_WEI = 1_000n * WEI_PER_UNIT
/** Kept in the operator account for registrations and sweeps. */
const RESERVE_WEI = 100n * WEI_PER_UNIT
/** Limits queued calls, so that registrations aren't delayed. */
const CALLS_WAITING_MAX = 50
/** Code prefix of accounts that delegate to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100'

/** Sends test assets to players' wallets, on a local chain only. */
export function createFaucet({
  chain: module,
  wallet,
}: {
  chain: DepositChain | undefined
  wallet: Pick<WalletModule, 'service'>
}): Module {
  if (!module?.account || module.site.chainId !== LOCAL_CHAIN) return {}
  const { account, chain, outbox, site } = module
  const assets = Object.values(site.assets)

  /** Queues a payment of each asset. @param to in lower case */
  async function give(to: Address): Promise<FaucetAnswer['gifts']> {
    await requireExternal(to)
    const balanceWei = await requireAnswer(account.balance())
    const calls = assets.flatMap(({ token }) =>
      token
        ? tokenCalls(token, to)
        : [{ to, data: '0x', value: WEI_PER_UNIT } as const],
    )
    const limit = await outbox.enqueueLimited('faucet', calls, {
      callsMax: CALLS_WAITING_MAX,
      valueMaxWei: balanceWei - RESERVE_WEI,
    })
    if (limit)
      throw new Refusal(limit === 'calls' ? 'faucet_busy' : 'faucet_empty')
    return assets.map(({ symbol, token }) => ({
      symbol,
      amount: formatUnits(token ? TOKEN_WEI : WEI_PER_UNIT),
    }))
  }

  /** Refuses deposit wallets, since a gift would be credited, and contracts. */
  async function requireExternal(address: Address): Promise<void> {
    const owners = await wallet.service.findOwners([address])
    const isOurs = owners.size > 0 || address === account.address.toLowerCase()
    const code = await requireAnswer(chain.client.getCode({ address }))
    const isContract = code !== undefined && !code.startsWith(DELEGATION_PREFIX)
    if (isOurs || isContract || address === zeroAddress) {
      throw new Refusal('faucet_recipient')
    }
  }

  return {
    mount(serve) {
      serve(requestGift, async ({ body }) => ({
        gifts: await give(body.address),
      }))
    },
  }
}

async function requireAnswer<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(() => {
    throw new Refusal('chain_unreachable')
  })
}

/** Mints the tokens first, since the operator account has none. */
function tokenCalls(token: Address, to: Address) {
  const mint = { abi, functionName: 'faucet', args: [TOKEN_WEI] } as const
  const pay = { abi, functionName: 'transfer', args: [to, TOKEN_WEI] } as const
  return [
    { to: token, data: encodeFunctionData(mint) },
    { to: token, data: encodeFunctionData(pay) },
  ]
}
