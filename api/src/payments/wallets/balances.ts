import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  type PublicClient,
} from 'viem'
import { assert } from '#core/assert.ts'
import {
  ASSET_SYMBOLS,
  type AssetSymbol,
  byAsset,
  TOKEN_SYMBOLS,
} from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  balanceReaderAbi as abi,
  balanceReaderBytecode as bytecode,
} from '../../../../contracts/generated/balance-reader.ts'

/** In wei. */
export type Balances = Readonly<Record<AssetSymbol, bigint>>

/**
 * Reads all balances of up to some hundred wallets at a block, in one request:
 * nodes limit the rate of requests.
 *
 * @throws an error of the node, also when it has pruned the block's state.
 */
export async function readBalances(
  client: Pick<PublicClient, 'call'>,
  { tokens }: Pick<Deployment, 'tokens'>,
  {
    wallets,
    blockNumber,
  }: { wallets: readonly Address[]; blockNumber: bigint },
): Promise<Map<Address, Balances>> {
  const args = [wallets, TOKEN_SYMBOLS.map((token) => tokens[token])] as const
  const { data = '0x' } = await client.call({
    data: encodeDeployData({ abi, bytecode, args }),
    blockNumber,
  })
  const [balances] = decodeAbiParameters([{ type: 'uint256[]' }], data)
  const width = ASSET_SYMBOLS.length
  assert(balances.length === width * wallets.length, 'one balance per asset')
  return new Map(
    wallets.map((wallet, row) => [
      wallet,
      byAsset((_, column) => balances[width * row + column] ?? 0n),
    ]),
  )
}
