import type { Address } from 'viem'
import type { SweepPlanRequest } from '#core/api/operator/chain.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { weiOf } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Logger } from '../../platform/logger.ts'
import type { walletsOver } from '../wallets/wallets.ts'
import { planSweep, type SweepPlan } from './sweep-plan.service.ts'

type OrderDeps = {
  chain: Chain
  site: Pick<DepositChain, 'assets' | 'instanceId' | 'treasury'>
  wallets: ReturnType<typeof walletsOver>
  log: Logger
}

/** What a sweep would do, and where to. */
export type SweepOrder = { plan: SweepPlan; treasury: Address }

/** Plans sweeps as they are asked for by operators. */
export class SweepOrderService {
  readonly #deps: OrderDeps

  constructor(deps: OrderDeps) {
    this.#deps = deps
  }

  /** @throws illegal_action, unavailable */
  async plan(asked: SweepPlanRequest): Promise<SweepOrder> {
    const { chain, log, site, wallets } = this.#deps
    const treasury = await this.#treasury()
    const plan = await planSweep(chain, {
      wallets: await wallets.addressesOn(site.instanceId),
      treasury,
      minimums: this.#minimums(asked),
    }).catch((error: unknown) => {
      log.warn({ error }, 'sweep.plan_failed')
      throw new Refusal('chain_unreachable')
    })
    return { plan, treasury }
  }

  #minimums({
    asset,
    minimum,
  }: SweepPlanRequest): ReadonlyMap<AssetSymbol, bigint> {
    const { assets } = this.#deps.site
    if (minimum !== undefined && asset === undefined) {
      throw new Refusal('sweep_asset_missing')
    }
    const leastWei = minimum === undefined ? undefined : weiOf(minimum)
    return new Map(
      assets
        .filter(({ symbol }) => asset === undefined || symbol === asset)
        .map(({ minimumWei, symbol }) => [symbol, leastWei ?? minimumWei]),
    )
  }

  /** An account that money should be brought to. */
  async #treasury(): Promise<Address> {
    const { chain, site, wallets } = this.#deps
    const { treasury } = site
    if (!treasury) throw new Refusal('treasury_unset')
    const { registry, tokens } = chain.deployment
    const contracts = [registry, ...Object.values(tokens)]
    if (contracts.some((address) => address.toLowerCase() === treasury)) {
      throw new Refusal('treasury_is_contract')
    }
    if ((await wallets.ownersOf([treasury])).size > 0) {
      throw new Refusal('treasury_is_wallet')
    }
    return treasury
  }
}
