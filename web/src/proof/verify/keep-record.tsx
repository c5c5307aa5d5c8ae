import { readRecord } from '#core/api/records.ts'
import type { SportsRecord } from '#core/api/sports.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { FoldedCard } from '../../components/folded-card.tsx'
import { urlOf } from '../../lib/call.ts'
import { copyText } from '../../lib/copy-text.ts'
import { pagePath } from '../../lib/page-path.ts'
import { SeasonSeeds, seasonOfGame } from '../../sports/shared/season-seeds.tsx'

type RecordProps = { record: { id: string } }

/** The record to take along, and tools that verify it without this site. */
export function CheckWithoutUs({ record }: RecordProps) {
  const page = pagePath(`/verify/${record.id}`)
  return (
    <FoldedCard title="Check it without us">
      <p>
        Keep the record, and check it anywhere: in one file that works with the
        network off, or by the command line with this product's source.{' '}
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

/** A sports bet's record to take along, and the season of a simulated game. */
export function KeepEvidence({ record }: { record: SportsRecord }) {
  const { source, bet } = record.gameData
  return (
    <>
      {source === 'simulated' && (
        <FoldedCard title="The simulated season">
          <p>
            This game follows from a secret seed. Its hash was out from the
            season's start, so the house could not change the season later; but
            who runs the house could read the seed.
          </p>
          <SeasonSeeds only={seasonOfGame(bet.gameId)} />
        </FoldedCard>
      )}
      <FoldedCard title="Keep the evidence">
        <p>
          A score that is corrected later settles the bet anew, and this page
          then shows that. Keep a copy to compare it with.{' '}
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
      refused: 'Your browser does not allow it. Download the record instead.',
    })
  return (
    <>
      <a
        href={urlOf(readRecord, { params: { id } })}
        download={`round-${id}.json`}
        className={buttonClass('action')}
      >
        Download the record
      </a>
      <Button onClick={() => void copy()}>Copy the record</Button>
    </>
  )
}
