import { parseArgs } from 'node:util'
import {
  type SweepPlanRequest,
  sweepPlanRequest,
} from '#core/api/operator/chain.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { LaunchError } from '../cli/launch-error.ts'

export type SweepRequest = {
  isDryRun: boolean
  what: SweepPlanRequest
  reason: string | undefined
}

export const SWEEP_USAGE = `npm run operator -- sweep [--dry-run] [--reason <text>] [--asset ${ASSET_SYMBOLS.join('|')} [--minimum <amount>]]
                                        moves what players' wallets hold to TREASURY_ADDRESS`

/** @throws LaunchError with the usage for invalid arguments */
export function sweepRequest(args: readonly string[]): SweepRequest {
  const {
    'dry-run': isDryRun = false,
    reason,
    asset,
    minimum,
  } = optionsOf(args)
  const what = sweepPlanRequest.safeParse({ asset, minimum })
  if (!what.success || (minimum !== undefined && asset === undefined)) {
    throw new LaunchError(SWEEP_USAGE)
  }
  return { isDryRun, what: what.data, reason }
}

function optionsOf(args: readonly string[]) {
  try {
    const options = {
      'dry-run': { type: 'boolean' },
      reason: { type: 'string' },
      asset: { type: 'string' },
      minimum: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new LaunchError(SWEEP_USAGE)
  }
}
