import type { Address } from 'viem'
import { NETWORKS } from '#core/chain/networks.ts'
import { unitsOf } from '#core/deposits/units.ts'
import { sweepsOver } from '../../api/src/features/sweep/sweep.feature.ts'
import type { SweepService } from '../../api/src/features/sweep/sweep.service.ts'
import {
  planSweep,
  type SweepPlan,
} from '../../api/src/features/sweep/sweep-plan.service.ts'
import { walletsOver } from '../../api/src/features/wallet/wallet.feature.ts'
import {
  type Chain,
  openChain,
} from '../../api/src/platform/chain/nodes/chain.ts'
import { knownInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../lib/launch-error.ts'
import { commandActor } from './command-actor.ts'
import { followSweep } from './follow-sweep.ts'
import { sweepConfig } from './sweep-config.ts'
import { sweepRequest } from './sweep-request.ts'

/**
 * Plans what moves from players' wallets to the treasury, and has the house
 * do it: this command signs nothing, and may end at any time.
 */
export async function sweep(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { deploymentFile, rpcUrls, terms, treasury } = sweepConfig()
  const { isDryRun, minimums } = sweepRequest(args, terms)
  const deployment = requireDeployment(deploymentFile)
  const log = makeLogger('silent')
  const chain = await openChain({ rpcUrls, deployment }, { log })
  const instanceId = await knownInstanceId(db, deployment)
  if (instanceId === undefined) {
    throw new LaunchError('No house has been open on this chain yet.')
  }
  const wallets = walletsOver(db)
  await requireOutside(treasury, { chain, wallets })
  const sweeps = sweepsOver(db, instanceId)
  if (!isDryRun && (await followCurrent(sweeps))) {
    return 'It is done. Nothing new was begun.'
  }
  const plan = await planSweep(chain, {
    wallets: await wallets.addressesOn(instanceId),
    treasury,
    minimums,
  }).catch((error: unknown) => {
    throw rpcFailure(error)
  })
  if (plan.moves.length === 0) return 'Nothing to do.'
  console.log(describe(plan, { chain, treasury }))
  if (isDryRun) return 'A dry run: nothing was written or sent.'
  const asked = { treasury, requestedBy: commandActor().name }
  const id = await sweeps.request(asked, plan.moves)
  if (id === undefined) {
    throw new LaunchError('Another sweep has just begun. Nothing was begun.')
  }
  console.log(`Sweep ${id} begins; it goes on if this command is stopped.`)
  await followSweep(sweeps, id)
  return `Sweep ${id} is done.`
}

/** @returns whether one was under way. */
async function followCurrent(sweeps: SweepService): Promise<boolean> {
  const current = await sweeps.current()
  if (!current) return false
  const { id, requestedAt, requestedBy, treasury } = current
  console.log(
    `Sweep ${id} to ${treasury} is under way, asked for by ${requestedBy} at ${requestedAt.toISOString()}.`,
  )
  await followSweep(sweeps, id)
  return true
}

/** @throws LaunchError for an account that money should not be brought to. */
async function requireOutside(
  treasury: Address,
  { chain, wallets }: { chain: Chain; wallets: ReturnType<typeof walletsOver> },
): Promise<void> {
  const { registry, tokens } = chain.deployment
  const contracts = [registry, ...Object.values(tokens)]
  if (contracts.some((address) => address.toLowerCase() === treasury)) {
    throw new LaunchError('TREASURY_ADDRESS is a contract of the house.')
  }
  if ((await wallets.ownersOf([treasury])).size > 0) {
    throw new LaunchError('TREASURY_ADDRESS is the wallet of a player.')
  }
}

function describe(
  { costWei, fundingWei, moves }: SweepPlan,
  { chain, treasury }: { chain: Chain; treasury: Address },
): string {
  const { name } = NETWORKS[chain.deployment.chainId]
  return [
    `To ${treasury} on ${name}:`,
    ...moves.map(
      ({ amount, asset, wallet }) =>
        `${wallet}  ${unitsOf(amount)} ${asset}${asset === 'tBNB' ? ', less its fee' : ''}`,
    ),
    `${moves.length} ${moves.length === 1 ? 'move' : 'moves'} for fees of about ${about(costWei)} tBNB, of which the operator account brings ${about(fundingWei)}.`,
  ].join('\n')
}

/** To two digits that count, rounded up: fees change until they are paid. */
function about(wei: bigint): string {
  const step = 10n ** BigInt(Math.max(String(wei).length - 2, 0))
  return unitsOf(((wei + step - 1n) / step) * step)
}
