import { parseArgs } from 'node:util'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import { weiOf } from '#core/deposits/units.ts'
import { LaunchError } from '../lib/launch-error.ts'

/** What is to be moved, from a command line. */
export type SweepRequest = {
  isDryRun: boolean
  /** The least that is moved of each asset, in wei; of others nothing is. */
  minimums: ReadonlyMap<AssetSymbol, bigint>
}

export const SWEEP_USAGE = `npm run operator -- sweep [--dry-run] [--asset ${ASSET_SYMBOLS.join('|')} [--minimum <amount>]]
                                        moves what players' wallets hold to TREASURY_ADDRESS`

/**
 * @param terms with the smallest deposits, which are the default minimums.
 * @throws LaunchError with the usage for anything unclear.
 */
export function sweepRequest(
  args: readonly string[],
  terms: Record<AssetSymbol, { minimumWei: bigint }>,
): SweepRequest {
  const { asset, minimum, 'dry-run': isDryRun = false } = optionsOf(args)
  if (asset === undefined) {
    if (minimum !== undefined) throw new LaunchError(SWEEP_USAGE)
    const minimums = ASSET_SYMBOLS.map(
      (symbol) => [symbol, terms[symbol].minimumWei] as const,
    )
    return { isDryRun, minimums: new Map(minimums) }
  }
  const symbol = ASSET_SYMBOLS.find((known) => known === asset)
  if (!symbol) throw new LaunchError(SWEEP_USAGE)
  const leastWei =
    minimum === undefined ? terms[symbol].minimumWei : weiOf(minimum)
  if (leastWei === undefined) throw new LaunchError(SWEEP_USAGE)
  return { isDryRun, minimums: new Map([[symbol, leastWei]]) }
}

function optionsOf(args: readonly string[]) {
  try {
    const options = {
      'dry-run': { type: 'boolean' },
      asset: { type: 'string' },
      minimum: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new LaunchError(SWEEP_USAGE)
  }
}
