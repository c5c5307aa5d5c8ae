import { isOpen, type PublicRecord } from '#core/evidence/round-record.ts'
import type { CheckedRecord } from '../records/checked-record.ts'
import { Datum } from './datum.tsx'
import { HashPair } from './hash-pair.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { orNotAvailable } from './or-not-available.ts'

interface VerificationDataProps {
  record: PublicRecord
  /** Nothing where nothing could be replayed. */
  checked?: CheckedRecord | undefined
}

export function VerificationData({ record, checked }: VerificationDataProps) {
  const { gameData } = record
  const seeds = isOpen(record) ? undefined : record
  return (
    <NumbersSection title="Verification Data">
      <Datum name="Server Seed">{orNotAvailable(seeds?.serverSeed)}</Datum>
      <Datum name="Client Seed">{orNotAvailable(seeds?.clientSeed)}</Datum>
      <Datum name="Nonce">{orNotAvailable(record.nonce)}</Datum>
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
    </NumbersSection>
  )
}
