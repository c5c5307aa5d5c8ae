import type { PublicRaceRecord } from '#core/api/records.ts'
import type { RaceRecordVerdict } from '#core/evidence/verify-race.ts'
import { Datum } from './datum.tsx'
import { HashPair } from './hash-pair.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { orNotAvailable } from './or-not-available.ts'

interface RaceDataProps {
  record: PublicRaceRecord
  /** Nothing where the race is not over. */
  verdict?: RaceRecordVerdict
}

export function RaceData({ record, verdict }: RaceDataProps) {
  const { gameData } = record
  const { serverSeedHash, chainTerminal } = gameData
  const seeds = 'serverSeed' in record ? record : undefined
  return (
    <NumbersSection title="Verification Data">
      <Datum name="Server Seed">{orNotAvailable(seeds?.serverSeed)}</Datum>
      <Datum name="Client Seed: the salt">
        {orNotAvailable(seeds?.clientSeed)}
      </Datum>
      <Datum name="Nonce: the number of the race">
        {orNotAvailable(record.nonce)}
      </Datum>
      <Datum name="Server seed hash, committed to before the race">
        {serverSeedHash}
      </Datum>
      <Datum
        name={`Terminal hash of the seed chain, standing for race ${chainTerminal.number}`}
      >
        {chainTerminal.hash}
      </Datum>
      {seeds?.gameData.saltBlock && <SaltBlock {...seeds.gameData.saltBlock} />}
      {seeds && (
        <HashPair
          settled={seeds.gameData.expectedHash}
          replayed={verdict?.verifiedHash}
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

function SaltBlock(block: { chainId: number; number: number; hash: string }) {
  return (
    <Datum name={`Salt: block ${block.number} of chain ${block.chainId}`}>
      {block.hash}
    </Datum>
  )
}
