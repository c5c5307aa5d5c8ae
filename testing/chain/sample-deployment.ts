import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOKEN_SYMBOLS } from '#core/deposits/asset.ts'
import { type Deployment, deployment } from '#core/schemas/deployment.ts'

/** Contracts on a chain that no node has. */
export const SAMPLE_DEPLOYMENT: Deployment = deployment.parse({
  chainId: 31_337,
  genesisHash: `0x${'1'.repeat(64)}`,
  startBlock: 1,
  registry: `0x${'2'.repeat(40)}`,
  tokens: Object.fromEntries(
    TOKEN_SYMBOLS.map((symbol, at) => [symbol, `0x${`${at + 3}`.repeat(40)}`]),
  ),
})

/** Writes the deployment into a folder, and returns its file. */
export function sampleDeploymentFile(
  folder: string,
  chainId = SAMPLE_DEPLOYMENT.chainId,
): string {
  const file = join(folder, 'deployment.json')
  writeFileSync(file, JSON.stringify({ ...SAMPLE_DEPLOYMENT, chainId }))
  return file
}
