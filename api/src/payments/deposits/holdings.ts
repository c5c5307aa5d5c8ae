import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  type Hex,
} from 'viem'
import { assert } from '#core/assert.ts'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  balanceReaderAbi as abi,
  balanceReaderBytecode as bytecode,
} from '../../../../contracts/generated/balance-reader.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'

/** Wei of each asset. */
export type Amounts = Readonly<Record<AssetSymbol, bigint>>
export type Holdings = ReadonlyMap<Address, Amounts>

/** What wallets hold in a block, asked in one call. */
export async function holdingsAt(
  { client }: ChainNode,
  { tokens }: Deployment,
  { wallets, block }: { wallets: readonly Address[]; block: number },
): Promise<Holdings> {
  const args = [wallets, [tokens.GUMBY, tokens.POKEY]] as const
  const { data } = await client.call({
    data: encodeDeployData({ abi, bytecode, args }),
    blockNumber: BigInt(block),
  })
  const balances = amountsIn(data)
  assert(balances.length === 3 * wallets.length, 'each balance is told')
  const answers = wallets.map((wallet, at) => {
    const [tBNB = 0n, GUMBY = 0n, POKEY = 0n] = balances.slice(3 * at)
    return [wallet, { tBNB, GUMBY, POKEY }] as const
  })
  return new Map(answers)
}

export function isSameHolding(
  a: Amounts | undefined,
  b: Amounts | undefined,
): boolean {
  return ASSET_SYMBOLS.every((asset) => a?.[asset] === b?.[asset])
}

function amountsIn(data: Hex = '0x'): readonly bigint[] {
  const [balances] = decodeAbiParameters([{ type: 'uint256[]' }], data)
  return balances
}
