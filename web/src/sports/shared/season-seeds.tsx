import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SportsSeason } from '#core/api/sports.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatDay } from '../../lib/format.ts'
import { seasonQuery } from './season-query.ts'

/** Hashes of simulated seasons, and the seeds of those that are over, checked here. */
export function SeasonSeeds({ only }: { only?: number | undefined }) {
  const { data, isError } = useQuery(seasonQuery)
  if (isError && !data) {
    return <p>The season's hash could not be loaded. The house keeps it.</p>
  }
  if (!data) return <Skeleton className="h-24" />
  const isShown = ({ number }: { number: number }) =>
    only === undefined || number === only
  const running = data.season && isShown(data.season) ? data.season : undefined
  const past = data.past.filter(isShown)
  if (!running && past.length === 0) return null
  return (
    <ul className="grid gap-4">
      {running && <RunningSeason {...running} />}
      {past.map((season) => (
        <PastSeason key={season.number} {...season} />
      ))}
    </ul>
  )
}

type Running = NonNullable<SportsSeason['season']>
type Past = SportsSeason['past'][number]

function RunningSeason({ number, startedAt, seedHash }: Running) {
  return (
    <li className="grid gap-1">
      <h4 className="font-display font-semibold text-text">
        Season {number}, since {formatDay(startedAt)}
      </h4>
      <p>SHA-256 of its seed:</p>
      <p className="well hex px-3 py-1.5">{seedHash}</p>
      <p>The seed itself is shown when the season is over.</p>
    </li>
  )
}

function PastSeason({ number, startedAt, seedHash, seed }: Past) {
  const holds = useMemo(
    () => nobleHashes.sha256(seed) === seedHash,
    [seed, seedHash],
  )
  return (
    <li className="grid gap-1">
      <h4 className="font-display font-semibold text-text">
        Season {number}, of {formatDay(startedAt)}
      </h4>
      <p>SHA-256 of its seed, shown from its start:</p>
      <p className="well hex px-3 py-1.5">{seedHash}</p>
      <p>Its seed:</p>
      <p className="well hex px-3 py-1.5">{seed}</p>
      <p className="flex items-center gap-2 font-bold text-text">
        <ShieldIcon
          mark={holds ? 'check' : 'cross'}
          className={holds ? 'text-lime' : 'text-bubblegum'}
        />
        {holds
          ? 'Your browser hashed the seed: it is the one.'
          : 'Your browser hashed the seed: it is another one.'}
      </p>
    </li>
  )
}
