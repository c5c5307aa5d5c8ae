import { useState } from 'react'
import type { RequestNode } from '#core/evidence/on-chain.ts'
import {
  type AnchorFinding,
  anchorOnChain,
  type SaltFinding,
  saltOnChain,
} from '#core/evidence/on-chain.ts'
import {
  type FinishedRaceRecord,
  isRaceRecord,
} from '#core/evidence/race-record.ts'
import type { ShownRecord } from '#core/evidence/round-record.ts'
import type { ChainNode } from '../records/chain-nodes.ts'

type ChainRecord = ShownRecord | FinishedRaceRecord
type Found = { anchor?: AnchorFinding; salt?: SaltFinding }

/**
 * Stores the findings for a record's anchor and salt while the record is shown.
 */
export function useChainFinding(record: ChainRecord) {
  const [said, setSaid] = useState<{ of: object; found: Found }>()
  const found: Found = said?.of === record ? said.found : {}
  const all = Object.values(found)
  return {
    found,
    isContradicted: all.some(({ finding }) => finding === 'contradicted'),
    onAsk: async ({ ask }: ChainNode) => {
      setSaid({ of: record, found: await foundBy(ask, record) })
    },
  }
}

async function foundBy(ask: RequestNode, record: ChainRecord): Promise<Found> {
  const { anchor } = record.gameData
  return {
    ...(anchor && { anchor: await anchorOnChain(ask, anchor) }),
    ...(isRaceRecord(record) && (await saltFoundBy(ask, record))),
  }
}

async function saltFoundBy(
  ask: RequestNode,
  { gameData }: FinishedRaceRecord,
): Promise<Found> {
  const { saltBlock } = gameData
  if (!saltBlock) return {}
  return { salt: await saltOnChain(ask, { ...gameData, saltBlock }) }
}
