import { type Address, decodeAbiParameters, encodeDeployData } from 'viem'
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
} from '../../../../../contracts/generated/balance-reader.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../../platform/chain/nodes/rpc-failure.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { WalletMoves } from '../../sweep/sweep.service.ts'
import type { Received } from '../accounts.store.ts'
import { settledUpTo } from './settled-payments.ts'

/** Balance of each asset, in wei. */
export type Balances = Readonly<Record<AssetSymbol, bigint>>

/** Error texts of different node implementations for pruned state. */
const PRUNED =
  /missing trie node|state.*(not available|unavailable)|historical state|prun/i

/** Reads the balances of wallets at a block in one call. */
export async function balancesAt(
  { client }: ChainNode,
  { tokens }: Deployment,
  { wallets, block }: { wallets: readonly Address[]; block: number },
): Promise<ReadonlyMap<Address, Balances>> {
  const args = [wallets, TOKEN_SYMBOLS.map((token) => tokens[token])] as const
  const { data = '0x' } = await client.call({
    data: encodeDeployData({ abi, bytecode, args }),
    blockNumber: BigInt(block),
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

/**
 * Reads the balances of wallets at a final block not before `last`.
 *
 * @returns `pruned` if every node reports that it has pruned this state.
 * @throws when no node has reached such a block.
 */
export async function settledBalances(
  { nodes, deployment }: Chain,
  { wallets, last }: { wallets: readonly Address[]; last: number },
  log: Logger,
) {
  let asked = 0
  let pruned = 0
  const read = await nodes.ask(async (node) => {
    asked += 1
    const block = await settledUpTo(node)
    if (block < last) return undefined
    try {
      const balances = await balancesAt(node, deployment, { wallets, block })
      return { node, block, balances }
    } catch (error) {
      if (!PRUNED.test(String(rpcFailure(error)))) throw error
      pruned += 1
      return undefined
    }
  })
  if (read) return read
  if (pruned < asked) throw new Error(`No node has balances after ${last}`)
  log.warn({ block: last }, 'balances.pruned')
  return 'pruned'
}

export function isSameBalance(
  a: Balances | undefined,
  b: Balances | undefined,
): boolean {
  return ASSET_SYMBOLS.every((asset) => a?.[asset] === b?.[asset])
}

/** Returns all that a wallet ever received: its balance plus what it sent. */
export function receivedOf(
  cryptoType: AssetSymbol,
  balances: Balances | undefined,
  moves: WalletMoves | undefined,
): Omit<Received, 'blockNumber'> {
  const sentWei = moves?.sentWei[cryptoType] ?? 0n
  return {
    receivedWei: (balances?.[cryptoType] ?? 0n) + sentWei,
    houseIn: (cryptoType === 'tBNB' && moves?.houseIn) || [],
  }
}
