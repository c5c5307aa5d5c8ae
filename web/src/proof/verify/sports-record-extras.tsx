import type { SportsRecord } from '#core/api/sports.ts'
import { FoldedCard } from '../../components/folded-card.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { seasonOfGame } from '../../sports/shared/season-query.ts'
import { SeasonSeeds } from '../../sports/shared/season-seeds.tsx'
import { RecordTakeaway } from './record-takeaway.tsx'

/** What the site can tell beside a sports bet's evidence. */
export function SportsRecordExtras({ record }: { record: SportsRecord }) {
  const { source, bet } = record.gameData
  return (
    <>
      {source === 'simulated' && <SeasonOfGame gameId={bet.gameId} />}
      <FoldedCard title="Keep the evidence">
        <p>
          A score that is corrected later settles the bet anew, and this page
          then shows that. Keep a copy to compare it with.{' '}
          <a href={pagePath('/sports/rules')} target="_blank" rel="noreferrer">
            Settlement rules
          </a>
        </p>
        <div className="flex flex-wrap gap-3">
          <RecordTakeaway record={record} />
        </div>
      </FoldedCard>
    </>
  )
}

function SeasonOfGame({ gameId }: { gameId: string }) {
  return (
    <FoldedCard title="The simulated season">
      <p>
        This game follows from a secret seed. Its hash was out from the season's
        start, so the house could not change the season later; but who runs the
        house could read the seed.
      </p>
      <SeasonSeeds only={seasonOfGame(gameId)} />
    </FoldedCard>
  )
}
