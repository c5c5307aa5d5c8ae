import { type Address, decodeAbiParameters, encodeDeployData } from 'viem'
import { assert } from '#core/assert.ts'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
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
  const args = [wallets, [tokens.GUMBY, tokens.POKEY]] as const
  const { data = '0x' } = await client.call({
    data: encodeDeployData({ abi, bytecode, args }),
    blockNumber: BigInt(block),
  })
  const [balances] = decodeAbiParameters([{ type: 'uint256[]' }], data)
  assert(balances.length === 3 * wallets.length, 'three balances per wallet')
  const entries = wallets.map((wallet, index) => {
    const [tBNB = 0n, GUMBY = 0n, POKEY = 0n] = balances.slice(3 * index)
    return [wallet, { tBNB, GUMBY, POKEY }] as const
  })
  return new Map(entries)
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
  const { gumbyOutWei = 0n, nativeOutWei = 0n, pokeyOutWei = 0n } = moves ?? {}
  const outWei = { tBNB: nativeOutWei, GUMBY: gumbyOutWei, POKEY: pokeyOutWei }
  return {
    receivedWei: (balances?.[cryptoType] ?? 0n) + outWei[cryptoType],
    houseIn: (cryptoType === 'tBNB' && moves?.houseIn) || [],
  }
}
