import type { Address } from 'viem'
import type { SweepPlanRequest } from '#core/api/operator/chain.ts'
import {
  type AssetSymbol,
  NATIVE,
  TOKEN_SYMBOLS,
} from '#core/deposits/asset.ts'
import { parseUnits } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import { inChunks } from '../../platform/batches.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { bumpFees } from '../../platform/chain/outbox/fees.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositSite } from '../deposit-chain.ts'
import { readBalances } from '../wallets/balances.ts'
import { createWalletStore } from '../wallets/wallet.store.ts'
import { gasOfMove } from './move-call.ts'
import type { PlannedMove } from './sweep.service.ts'

type SweepPlan = {
  moves: PlannedMove[]
  costWei: bigint
  /** The part that the operator account has to send to wallets first. */
  fundingWei: bigint
}

export type SweepOrder = { plan: SweepPlan; treasury: Address }

/** Read by one request. */
const WALLETS_AT_ONCE = 100
/** Native coins come last, since token transfers are paid from them. */
const ASSET_ORDER = [...TOKEN_SYMBOLS, NATIVE.symbol]

export type SweepPlanService = ReturnType<typeof createSweepPlanService>

export function createSweepPlanService(
  { db, log }: { db: Database; log: Logger },
  {
    chain,
    site,
  }: {
    chain: Chain
    site: Pick<DepositSite, 'assets' | 'instanceId' | 'treasury'>
  },
) {
  const wallets = createWalletStore(db)

  /** @throws illegal_action, unavailable */
  async function plan(request: SweepPlanRequest): Promise<SweepOrder> {
    const treasury = await requireTreasury()
    const owned: Address[] = []
    for await (const owners of wallets.readOwnerPages(site.instanceId))
      owned.push(...owners.map(({ wallet }) => wallet))
    const planned = await planSweep(chain, {
      wallets: owned,
      treasury,
      minimums: toMinimums(request),
    }).catch((error: unknown) => {
      log.warn({ error }, 'sweep.plan_failed')
      throw new Refusal('chain_unreachable')
    })
    return { plan: planned, treasury }
  }

  function toMinimums({
    asset,
    minimum,
  }: SweepPlanRequest): ReadonlyMap<AssetSymbol, bigint> {
    if (minimum !== undefined && asset === undefined) {
      throw new Refusal('sweep_asset_missing')
    }
    const askedWei = minimum === undefined ? undefined : parseUnits(minimum)
    return new Map(
      Object.values(site.assets)
        .filter(({ symbol }) => asset === undefined || symbol === asset)
        .map(({ minimumWei, symbol }) => [symbol, askedWei ?? minimumWei]),
    )
  }

  async function requireTreasury(): Promise<Address> {
    const { treasury } = site
    if (!treasury) throw new Refusal('treasury_unset')
    const { registry, tokens } = chain.deployment
    const contracts = [registry, ...Object.values(tokens)]
    if (contracts.some((address) => address.toLowerCase() === treasury)) {
      throw new Refusal('treasury_is_contract')
    }
    if ((await wallets.findOwners([treasury])).size > 0) {
      throw new Refusal('treasury_is_wallet')
    }
    return treasury
  }

  return { plan }
}

/** Plans moves of all final balances that reach the minimum of their asset. */
export async function planSweep(
  chain: Chain,
  {
    wallets,
    treasury,
    minimums,
  }: {
    wallets: readonly Address[]
    treasury: Address
    /** In wei; assets without a minimum are left out. */
    minimums: ReadonlyMap<AssetSymbol, bigint>
  },
): Promise<SweepPlan> {
  const { maxFeePerGas } = await bumpFees(chain.client)
  const costs = new Map<AssetSymbol, bigint>()
  const estimateCost = async (move: PlannedMove) =>
    (await gasOfMove(chain, { ...move, treasury })) * maxFeePerGas
  const plan: SweepPlan = { moves: [], costWei: 0n, fundingWei: 0n }
  for (const moves of await readHoldings(chain, wallets)) {
    let walletCostWei = 0n
    for (const move of moves) {
      const minimumWei = minimums.get(move.asset)
      if (minimumWei === undefined || move.amountWei < minimumWei) continue
      if (move.amountWei === 0n) continue
      // Estimated once per asset: wallets differ little.
      const costWei = costs.get(move.asset) ?? (await estimateCost(move))
      costs.set(move.asset, costWei)
      walletCostWei += costWei
      plan.moves.push(move)
    }
    plan.costWei += walletCostWei
    const missingWei = walletCostWei - (moves.at(-1)?.amountWei ?? 0n)
    if (missingWei > 0n) plan.fundingWei += missingWei
  }
  return plan
}

/** Returns the final balances of each wallet. */
async function readHoldings(
  chain: Chain,
  wallets: readonly Address[],
): Promise<PlannedMove[][]> {
  const holdings: PlannedMove[][] = []
  for (const some of inChunks(wallets, WALLETS_AT_ONCE)) {
    const balances = await readBalances(chain.client, chain.deployment, {
      wallets: some,
      blockNumber: await chain.finalized(),
    })
    for (const [wallet, held] of balances) {
      holdings.push(
        ASSET_ORDER.map((asset) => ({ wallet, asset, amountWei: held[asset] })),
      )
    }
  }
  return holdings
}
