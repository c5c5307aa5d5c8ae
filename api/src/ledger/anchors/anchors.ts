import {
  listAnchorLeaves,
  readAnchorLeaf,
  readAnchors,
} from '#core/api/anchors.ts'
import type { Parsed } from '#core/api/endpoint.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { Refusal } from '#core/refusals.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { type Anchoring, openAnchorsService } from './anchors.service.ts'

export function openAnchors(deps: Anchoring & { db: Database }) {
  const service = openAnchorsService(deps)
  return {
    service,
    mount(serve: Serve) {
      serve(readAnchors, () => service.state())
      serve(readAnchorLeaf, async ({ query }) => {
        const anchor = await service.anchorOf(leafIn(query))
        if (!anchor) throw new Refusal('anchor_unknown')
        return anchor
      })
      serve(listAnchorLeaves, async ({ query: { from = '0', number } }) => {
        const leaves = await service.leaves({
          number: Number(number),
          from: Number(from),
        })
        if (!leaves) throw new Refusal('root_unknown')
        return leaves
      })
    },
  }
}

function leafIn(query: Parsed<typeof readAnchorLeaf, 'query'>): AnchorLeaf {
  const { kind, hash, number, player = '' } = query
  const published = { hash, number: Number(number) }
  return kind === 'epoch'
    ? { kind, player, ...published }
    : { kind, ...published }
}
