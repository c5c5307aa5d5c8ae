import { readRecord } from '#core/api/records.ts'
import type { SportsRecord } from '#core/api/sports.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { FoldedCard } from '../../components/folded-card.tsx'
import { toUrl } from '../../lib/call.ts'
import { copyText } from '../../lib/copy-text.ts'
import { pagePath } from '../../lib/page-path.ts'
import { SeasonSeeds, seasonOfGame } from '../../sports/shared/season-seeds.tsx'

type RecordProps = { record: { id: string } }

/** Downloads the record, and links to tools that verify it offline. */
export function CheckWithoutUs({ record }: RecordProps) {
  const page = pagePath(`/verify/${record.id}`)
  return (
    <FoldedCard title="Check it without us">
      <p>
        Save the record and check it anywhere: in a single file that works
        offline, or on the command line with this project's source.{' '}
        <a href={pagePath('/fairness')} target="_blank" rel="noreferrer">
          How it works, step by step
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        <TakeRecord record={record} />
        <a
          href={pagePath('/verify.html')}
          download="verify.html"
          className={buttonClass('plain')}
        >
          Download verify.html
        </a>
      </div>
      <p className="well hex px-3 py-2">
        npm run verify -- {location.origin}
        {page}
      </p>
    </FoldedCard>
  )
}

/** Downloads a sports bet's record, and the season of a simulated game. */
export function KeepEvidence({ record }: { record: SportsRecord }) {
  const { source, bet } = record.gameData
  return (
    <>
      {source === 'simulated' && (
        <FoldedCard title="The simulated season">
          <p>
            This game follows from a secret seed. Its hash was published at the
            start of the season, so the house couldn't change the season later,
            but the operator could read the seed.
          </p>
          <SeasonSeeds only={seasonOfGame(bet.gameId)} />
        </FoldedCard>
      )}
      <FoldedCard title="Save the evidence">
        <p>
          If a score is corrected later, the bet is settled again, and this page
          shows the change. Save a copy to compare.{' '}
          <a href={pagePath('/sports/rules')} target="_blank" rel="noreferrer">
            Settlement rules
          </a>
        </p>
        <div className="flex flex-wrap gap-3">
          <TakeRecord record={record} />
        </div>
      </FoldedCard>
    </>
  )
}

function TakeRecord({ record }: RecordProps) {
  const { id } = record
  const copy = () =>
    copyText(JSON.stringify(record, null, 2), {
      copied: 'Record copied to clipboard',
      refused:
        'Your browser doesn’t allow copying. Download the record instead.',
    })
  return (
    <>
      <a
        href={toUrl(readRecord, { params: { id } })}
        download={`round-${id}.json`}
        className={buttonClass('action')}
      >
        Download the record
      </a>
      <Button onClick={() => void copy()}>Copy the record</Button>
    </>
  )
}
