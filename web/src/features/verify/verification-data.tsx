import { isOpen, type PublicRecord } from '#core/schemas/verification-record.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../lib/class-names.ts'
import type { CheckedRecord } from './checked-record.ts'
import { Datum } from './datum.tsx'

interface VerificationDataProps {
  record: PublicRecord
  /** Nothing where nothing could be replayed. */
  checked?: CheckedRecord | undefined
}

export function VerificationData({ record, checked }: VerificationDataProps) {
  const { gameData } = record
  const seeds = isOpen(record) ? undefined : record
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Verification Data</h2>
      <Datum name="Server Seed">{shown(seeds?.serverSeed)}</Datum>
      <Datum name="Client Seed">{shown(seeds?.clientSeed)}</Datum>
      <Datum name="Nonce">{shown(record.nonce)}</Datum>
      <Datum name="Server seed hash, committed to before the round">
        {gameData.serverSeedHash}
      </Datum>
      <Datum name={`Root of epoch ${gameData.epoch}`}>
        {gameData.epochRoot}
      </Datum>
      {!isOpen(record) && (
        <HashPair
          settled={record.gameData.expectedHash}
          replayed={checked?.verifiedHash}
        />
      )}
      <details>
        <summary className="more">Game Data</summary>
        <pre className="well hex mt-3 overflow-x-auto p-4">
          {JSON.stringify(gameData, null, 2)}
        </pre>
      </details>
    </Card>
  )
}

/** The two hashes that must be the same, side by side. */
function HashPair(props: { settled: string; replayed: string | undefined }) {
  const { settled, replayed } = props
  const isSame = settled === replayed
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_auto_1fr] md:items-end">
      <Datum name="Expected hash: the round as it was settled">{settled}</Datum>
      <span
        aria-hidden="true"
        className={classNames(
          'pb-2 text-center font-display text-title font-bold',
          isSame ? 'text-lime-text' : 'text-bubblegum-text',
          // Nothing to compare with.
          replayed === undefined && 'invisible',
        )}
      >
        {isSame ? '=' : '≠'}
      </span>
      <Datum name="Verified hash: the round as your browser replayed it">
        {shown(replayed)}
      </Datum>
    </div>
  )
}

function shown(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'Not available' : String(value)
}
