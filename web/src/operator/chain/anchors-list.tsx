import type { ShownAnchor } from '#core/api/anchors.ts'
import { listAnchors } from '#core/api/operator/house.ts'
import { formatCoins } from '../../lib/format.ts'
import { Age } from '../frame/age.tsx'
import { Hex } from '../frame/hex.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { operatorList } from '../operator-api.ts'

const tones: Record<ShownAnchor['state'], Tone> = {
  queued: 'waiting',
  sent: 'waiting',
  mined: 'waiting',
  final: 'good',
  failed: 'bad',
}

const WEI_IN_GWEI = 1_000_000_000n

/** Roots on the chain and on their way there, with what they cost. */
export const anchors = operatorList({
  title: 'Anchors',
  endpoint: listAnchors,
  rows: ({ anchors: rows }) => rows,
  key: ({ id }) => id,
  columns: [
    { name: 'Anchor', cell: ({ number }) => `no. ${formatCoins(number)}` },
    {
      name: 'State',
      cell: ({ state, problem }) => (
        <Mark tone={problem ? 'warning' : tones[state]}>
          {problem ? `${state}, ${problem.replaceAll('_', ' ')}` : state}
        </Mark>
      ),
    },
    {
      name: 'Leaves',
      isNumber: true,
      cell: ({ leaves }) => formatCoins(leaves),
    },
    {
      name: 'Block',
      isNumber: true,
      cell: ({ mined }) => (mined ? formatCoins(mined.block) : '–'),
    },
    {
      name: 'Gas',
      isNumber: true,
      cell: ({ mined }) => (mined ? formatCoins(mined.gasUsed) : '–'),
    },
    {
      name: 'Cost',
      isNumber: true,
      cell: ({ mined }) => (mined ? gweiText(mined.cost) : '–'),
    },
    { name: 'Since', cell: ({ createdAt }) => <Age at={createdAt} /> },
    { name: 'Root', cell: ({ root }) => <Hex hex={root} /> },
    {
      name: 'Transaction',
      cell: ({ mined }) =>
        mined ? <Hex hex={mined.transaction} on="tx" /> : 'none',
    },
  ],
  empty: 'No root is anchored yet.',
})

/** Wei as people read fees: '123,456 gwei', rounded down. */
function gweiText(wei: string): string {
  return `${(BigInt(wei) / WEI_IN_GWEI).toLocaleString('en-US')} gwei`
}
