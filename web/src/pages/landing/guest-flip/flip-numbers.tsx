import type { GuestRound } from './guest-round.ts'

/** Everything that a flip was made of, for who wants to check it elsewhere. */
export function FlipNumbers({ round }: { round: GuestRound }) {
  const { commitment, serverSeed, clientSeed, nonce } = round
  const numbers = [
    ['Seal: SHA-256 of the server seed', commitment],
    ['Server seed', serverSeed],
    ['Client seed, your half', clientSeed],
    ['Nonce: which of your flips it was', nonce],
  ] as const
  return (
    <details>
      <summary className="cursor-pointer font-display font-medium">
        All its numbers
      </summary>
      <dl className="mt-2 grid gap-2 text-small">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="hex wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
