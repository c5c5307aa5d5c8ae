import { saltOnChain } from '#core/schemas/on-chain-evidence.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import { askNode, foundText } from './ask-node.ts'
import type { ChainReport } from './report.ts'

const CONTRADICTIONS = {
  block: 'its chain has another block of that number',
  predecessor: 'an earlier block was late enough to be the salt',
}

/** Checks a race's salt block against the chain, if the race has one. */
export async function saltReport(
  { gameData }: FinishedRaceRecord,
  rpc: string | undefined,
): Promise<ChainReport> {
  const { saltBlock } = gameData
  if (!saltBlock) return { lines: [], contradiction: undefined }
  const claimed = { ...gameData, saltBlock }
  const found = rpc ? await saltOnChain(askNode(rpc), claimed) : undefined
  return {
    lines: [
      `Salted by block ${saltBlock.number} of chain ${saltBlock.chainId}:`,
      `  hash     ${saltBlock.hash}`,
      `  chain    ${foundText(found)}`,
    ],
    contradiction:
      found?.finding === 'contradicted'
        ? `NOT PROVEN: the chain contradicts the salt: ${CONTRADICTIONS[found.by]}.`
        : undefined,
  }
}
