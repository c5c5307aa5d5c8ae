import {
  type Address,
  createWalletClient,
  custom,
  type Hash,
  type PublicClient,
  type WalletClient,
} from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { testTokenAbi as abi } from '../../contracts/generated/test-token.ts'
import { LaunchError } from '../cli/launch-error.ts'

export type Payment = { symbol: AssetSymbol; to: Address; amountWei: bigint }

/** Largest amount of one faucet call. */
const FAUCET_MAX_WEI = 10_000n * 10n ** 18n
/** Faucet calls of one payment at most. */
const FAUCET_CALLS_MAX = 100n
/** Left for gas. */
const RESERVE_WEI = 10n ** 18n

/**
 * Pays from a funded account of the local chain, but not from the operator, whose
 * payments are no deposits.
 */
export async function localPayer(
  client: PublicClient,
  { tokens }: Deployment,
): Promise<(payment: Payment) => Promise<Hash>> {
  const wallet = createWalletClient({ transport: custom(client) })
  const account = (await wallet.getAddresses()).at(-1)
  if (!account)
    throw new LaunchError('The chain has no funded account to pay from.')
  const payer = { client, wallet, sender: { account, chain: null } }
  return async (payment) => {
    const { symbol } = payment
    const hash =
      symbol === 'tBNB'
        ? await payNative(payer, payment)
        : await payToken(payer, tokens[symbol], payment)
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
}

type Payer = {
  client: PublicClient
  wallet: WalletClient
  sender: { account: Address; chain: null }
}

async function payNative(
  { client, wallet, sender }: Payer,
  { to, amountWei }: Payment,
): Promise<Hash> {
  const balance = await client.getBalance({ address: sender.account })
  if (amountWei + RESERVE_WEI > balance) {
    const most = balance > RESERVE_WEI ? balance - RESERVE_WEI : 0n
    throw new LaunchError(
      `There are only ${formatUnits(most)} tBNB to pay from.`,
    )
  }
  return wallet.sendTransaction({ ...sender, to, value: amountWei })
}

async function payToken(
  { client, wallet, sender }: Payer,
  address: Address,
  { to, amountWei }: Payment,
): Promise<Hash> {
  if (amountWei > FAUCET_MAX_WEI * FAUCET_CALLS_MAX) {
    const most = formatUnits(FAUCET_MAX_WEI * FAUCET_CALLS_MAX)
    throw new LaunchError(`At most ${most} tokens can be sent at once.`)
  }
  const token = { ...sender, address, abi } as const
  for (let missing = amountWei; missing > 0n; missing -= FAUCET_MAX_WEI) {
    const part = missing < FAUCET_MAX_WEI ? missing : FAUCET_MAX_WEI
    const faucet = { ...token, functionName: 'faucet', args: [part] } as const
    const hash = await wallet.writeContract(faucet)
    await client.waitForTransactionReceipt({ hash })
  }
  const args = [to, amountWei] as const
  return wallet.writeContract({ ...token, functionName: 'transfer', args })
}
