import type { ReactNode } from 'react'
import type { ShownRecord } from '#core/schemas/verification-record.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../lib/class-names.ts'
import type { CheckedRecord } from './checked-record.ts'

interface VerificationDataProps {
  record: ShownRecord
  /** Nothing where nothing could be replayed. */
  checked: CheckedRecord | undefined
}

export function VerificationData({ record, checked }: VerificationDataProps) {
  const { gameData } = record
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Verification Data</h2>
      <Datum name="Server Seed">{shown(record.serverSeed)}</Datum>
      <Datum name="Client Seed">{shown(record.clientSeed)}</Datum>
      <Datum name="Nonce">{shown(record.nonce)}</Datum>
      <Datum name="Server seed hash, committed to before the round">
        {gameData.serverSeedHash}
      </Datum>
      <Datum name={`Root of epoch ${gameData.epoch}`}>
        {gameData.epochRoot}
      </Datum>
      <HashPair
        settled={gameData.expectedHash}
        replayed={checked?.verifiedHash}
      />
      <details>
        <summary className="more">Path from the hash to the root</summary>
        <ol className="hex mt-3 grid list-decimal gap-1 pl-8">
          {gameData.epochPath.map((sibling) => (
            <li key={sibling}>{sibling}</li>
          ))}
        </ol>
      </details>
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

function Datum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-body text-small font-semibold text-soft">{name}</h3>
      <p className="well hex px-3 py-2">{children}</p>
    </div>
  )
}

function shown(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'Not available' : String(value)
}
