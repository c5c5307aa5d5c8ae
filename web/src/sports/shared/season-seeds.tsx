import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { readSeason, type SportsSeason } from '#core/api/sports.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { formatDay } from '../../lib/format.ts'

const seasonQuery = queryOptions({
  queryKey: [readSeason.path],
  queryFn: () => call(readSeason),
  refetchOnMount: 'always',
})

/** Returns the number of a simulated game's season. */
export function seasonOfGame(gameId: string): number | undefined {
  const [, number] = /^season-(\d+)-game-\d+$/.exec(gameId) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Hashes of simulated seasons, and the checked seeds of past ones. */
export function SeasonSeeds({ only }: { only?: number | undefined }) {
  const { data, isError } = useQuery(seasonQuery)
  if (isError && !data) {
    return (
      <p>The season's hash could not be loaded. It's safe on our server.</p>
    )
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

function RunningSeason({
  number,
  startedAt,
  seedHash,
}: NonNullable<SportsSeason['season']>) {
  return (
    <li className="grid gap-1">
      <Heading>
        Season {number}, since {formatDay(startedAt)}
      </Heading>
      <p>SHA-256 of its seed:</p>
      <Hex>{seedHash}</Hex>
      <p>The seed itself is revealed when the season is over.</p>
    </li>
  )
}

function PastSeason({
  number,
  startedAt,
  seedHash,
  seed,
}: SportsSeason['past'][number]) {
  const holds = useMemo(
    () => nobleHashes.sha256(seed) === seedHash,
    [seed, seedHash],
  )
  return (
    <li className="grid gap-1">
      <Heading>
        Season {number}, of {formatDay(startedAt)}
      </Heading>
      <p>SHA-256 of its seed, published at its start:</p>
      <Hex>{seedHash}</Hex>
      <p>Its seed:</p>
      <Hex>{seed}</Hex>
      <p className="flex items-center gap-2 font-bold text-text">
        <ShieldIcon
          mark={holds ? 'check' : 'cross'}
          className={holds ? 'text-lime' : 'text-bubblegum'}
        />
        {holds
          ? 'Your browser hashed the seed: it matches.'
          : 'Your browser hashed the seed: it does not match.'}
      </p>
    </li>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h4 className="font-display font-semibold text-text">{children}</h4>
}

function Hex({ children }: { children: string }) {
  return <p className="well hex px-3 py-1.5">{children}</p>
}
