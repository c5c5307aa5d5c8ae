import { NETWORKS } from '#core/chain/networks.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'
import { OutsideLink } from '../../components/outside-link.tsx'
import { Datum } from './datum.tsx'

/** All that somebody needs to look it up on the chain. */
export function AnchorData({ anchor }: { anchor: RecordAnchor }) {
  const { explorer, name } = NETWORKS[anchor.chainId]
  const minedAt = new Date(anchor.blockTimestamp * 1_000)
  return (
    <details>
      <summary className="more">Root, contract and transaction</summary>
      <div className="mt-3 grid gap-3">
        <Datum name={`Root ${anchor.number}`}>{anchor.root}</Datum>
        <Datum name={`Contract on ${name} (${anchor.chainId})`}>
          {anchor.contract}
        </Datum>
        <Datum name="Transaction">
          {explorer ? (
            <OutsideLink href={`${explorer}/tx/${anchor.transaction}`}>
              {anchor.transaction}
            </OutsideLink>
          ) : (
            anchor.transaction
          )}
        </Datum>
        <Datum name="Block">
          {anchor.block}, {minedAt.toISOString()}
        </Datum>
        <Datum name={`Path from leaf ${anchor.index}`}>
          {anchor.path.join(' ') || 'none: it is the only leaf'}
        </Datum>
      </div>
    </details>
  )
}
