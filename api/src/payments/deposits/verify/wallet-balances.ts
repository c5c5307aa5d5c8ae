import type { Address } from 'viem'
import { ASSET_SYMBOLS, NATIVE } from '#core/deposits/asset.ts'
import { mapInChunks } from '../../../platform/batches.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../../platform/chain/nodes/rpc-failure.ts'
import type { SweepService } from '../../sweep/sweep.service.ts'
import { type Balances, readBalances } from '../../wallets/balances.ts'
import type { Received } from '../accounts.store.ts'
import type { AccountKey } from '../deposits.store.ts'
import { readFinalBlock } from './final-payments.ts'

/** Amounts received by wallets up to a final block, by one node's balances. */
export type WalletReading = Exclude<
  Awaited<ReturnType<WalletBalances['read']>>,
  'pruned'
>

/**
 * - `unrecorded`: an operator account may have paid it, which isn't recorded yet.
 * - `unknown_moves`: it has sent transactions that aren't recorded.
 * - `disagreement`: nodes report different balances.
 */
type WalletProblem = 'unrecorded' | 'unknown_moves' | 'disagreement'

/** Error texts of different node implementations for pruned state. */
const PRUNED =
  /missing trie node|state.*(not available|unavailable)|historical state|prun/i

export type WalletBalances = ReturnType<typeof createWalletBalances>

/** Creates readings of what wallets have received. */
export function createWalletBalances({
  chain: { deployment, nodes },
  readMoves,
}: { chain: Chain } & Pick<SweepService, 'readMoves'>) {
  const balancesAt = (
    { client }: ChainNode,
    wallets: readonly Address[],
    block: number,
  ) => readBalances(client, deployment, { wallets, blockNumber: BigInt(block) })

  /**
   * Reads wallets at a node's last final block, or at the block `at`.
   *
   * @param from first block to accept; nodes that lag are skipped.
   * @returns `pruned` if every node reports that it has pruned this state.
   * @throws when nodes are unreachable or all lag.
   */
  async function read(
    wallets: readonly Address[],
    { at, from = 0 }: { at?: number; from?: number },
  ) {
    let isPruned = true
    const reading = await nodes.query(async (node) => {
      const final = await readFinalBlock(node)
      const block = at ?? final
      if (final < Math.max(from, block)) {
        isPruned = false
        return undefined
      }
      try {
        return {
          node,
          block,
          balances: await balancesAt(node, wallets, block),
        }
      } catch (error) {
        if (PRUNED.test(String(rpcFailure(error)))) return undefined
        isPruned = false
        throw error
      }
    })
    if (reading) return withMoves(wallets, reading)
    if (isPruned) return 'pruned' as const
    throw new Error(`No node has the balances at block ${at ?? from}`)
  }

  async function withMoves(
    wallets: readonly Address[],
    reading: {
      node: ChainNode
      block: number
      balances: Map<Address, Balances>
    },
  ) {
    const { balances, block, node } = reading
    const moves = await readMoves(BigInt(block), wallets)
    return {
      node,
      block,

      /** Returns all that an account ever received: its balance plus what it sent. */
      getReceived({
        cryptoType,
        wallet,
      }: Omit<AccountKey, 'userId'>): Received {
        const moved = moves.get(wallet)
        const balanceWei = balances.get(wallet)?.[cryptoType] ?? 0n
        return {
          blockNumber: block,
          receivedWei: balanceWei + (moved?.sentWei[cryptoType] ?? 0n),
          houseIn: (cryptoType === NATIVE.symbol && moved?.houseIn) || [],
        }
      },

      /** Returns the wallets whose reading can't be trusted, with the reason. */
      async findProblems(
        wallets: readonly Address[],
        { everyNode = false } = {},
      ): Promise<Map<Address, WalletProblem>> {
        const readFrom = (other: ChainNode) => balancesAt(other, wallets, block)
        const others = everyNode
          ? await nodes.queryEach(readFrom)
          : await nodes
              .queryReachable(
                async (other) =>
                  (await readFinalBlock(other)) < block
                    ? undefined
                    : readFrom(other),
                node,
              )
              .then((all) => all.flatMap(({ answer }) => answer ?? []))
        const counts = await mapInChunks(wallets, (address) =>
          node.client.getTransactionCount({
            address,
            blockNumber: BigInt(block),
          }),
        )
        const problems = new Map<Address, WalletProblem>()
        for (const wallet of wallets) {
          const own = balances.get(wallet)
          const moved = moves.get(wallet)
          if (moved?.hasOpenPayment) problems.set(wallet, 'unrecorded')
          else if (others.some((other) => !isSame(other.get(wallet), own)))
            problems.set(wallet, 'disagreement')
          else if (counts.get(wallet) !== moved?.transactionCount)
            problems.set(wallet, 'unknown_moves')
        }
        return problems
      },
    }
  }

  return { read }
}

function isSame(a: Balances | undefined, b: Balances | undefined): boolean {
  return ASSET_SYMBOLS.every((asset) => a?.[asset] === b?.[asset])
}
