import { useState } from 'react'
import type { ChainFinding } from '#core/schemas/anchor-on-chain.ts'

/** What a node said of a record's anchor, for as long as that record is shown. */
export function useChainFinding(record: object) {
  const [said, setSaid] = useState<{ of: object; found: ChainFinding }>()
  const found = said?.of === record ? said.found : undefined
  return {
    found,
    isContradicted: found?.finding === 'contradicted',
    onFound: (found: ChainFinding) => setSaid({ of: record, found }),
  }
}
