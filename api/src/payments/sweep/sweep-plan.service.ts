import type { Address } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { answersTo } from '../../platform/batches.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { feesOver } from '../../platform/chain/outbox/fees.ts'
import { balanceAt, gasOfMove } from './move-call.ts'
import type { PlannedMove } from './sweep.store.ts'

export type SweepPlan = {
  moves: PlannedMove[]
  /** What all fees come to, about, in wei. */
  costWei: bigint
  /** The part of it that the operator account has to bring wallets first. */
  fundingWei: bigint
}

/** The native coin comes last: the transfers of tokens are paid from it. */
const IN_ORDER = ['GUMBY', 'POKEY', 'tBNB'] as const

/** What there is to move from each wallet: whatever is final and no dust. */
export async function planSweep(
  chain: Chain,
  asked: {
    wallets: readonly Address[]
    treasury: Address
    /** The least that is moved of each asset, in wei; of others nothing is. */
    minimums: ReadonlyMap<AssetSymbol, bigint>
  },
): Promise<SweepPlan> {
  const { minimums, treasury } = asked
  const finalized = await chain.finalized()
  const { maxFeePerGas } = await feesOver(chain.client)
  const costs = new Map<AssetSymbol, bigint>()
  const costOf = async (move: PlannedMove) => {
    const gas = await gasOfMove(chain, { ...move, treasury })
    return gas * maxFeePerGas
  }
  const plan: SweepPlan = { moves: [], costWei: 0n, fundingWei: 0n }
  const holdings = await answersTo(asked.wallets, async (wallet) => ({
    moves: await movesOf(chain, { wallet, minimums, finalized }),
    nativeWei: await balanceAt(chain, { wallet, asset: 'tBNB' }, finalized),
  }))
  for (const { moves, nativeWei } of holdings.values()) {
    let walletCostWei = 0n
    for (const move of moves) {
      // Every wallet's costs about the same.
      const costWei = costs.get(move.asset) ?? (await costOf(move))
      costs.set(move.asset, costWei)
      walletCostWei += costWei
    }
    plan.moves.push(...moves)
    plan.costWei += walletCostWei
    const lackingWei = walletCostWei - nativeWei
    if (lackingWei > 0n) plan.fundingWei += lackingWei
  }
  return plan
}

async function movesOf(
  chain: Chain,
  {
    wallet,
    minimums,
    finalized,
  }: {
    wallet: Address
    minimums: ReadonlyMap<AssetSymbol, bigint>
    finalized: bigint
  },
): Promise<PlannedMove[]> {
  const moves: PlannedMove[] = []
  for (const asset of IN_ORDER) {
    const minimumWei = minimums.get(asset)
    if (minimumWei === undefined) continue
    const amount = await balanceAt(chain, { wallet, asset }, finalized)
    if (amount > 0n && amount >= minimumWei)
      moves.push({ wallet, asset, amount })
  }
  return moves
}
