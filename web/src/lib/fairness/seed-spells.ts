import * as z from 'zod/mini'

/**
 * A time in which a client seed was in force, in nonces, as far as this browser
 * knows. The list of an epoch's spells is in the order they began in.
 */
const seedSpell = z.object({
  seed: z.string(),
  /** No round before this one can have had the seed. */
  from: z.int(),
  /** What the house said of it; nothing while it was only sent. */
  shown: z.optional(
    z.object({
      setAt: z.string(),
      /** The next round's nonces when it was shown first and last. */
      first: z.int(),
      last: z.int(),
    }),
  ),
})
export const seedSpells = z.array(seedSpell)
export type SeedSpell = z.infer<typeof seedSpell>

/** What the house shows to be in force for the next round. */
export type ShownSeed = { clientSeed: string; clientSeedSetAt: string }

/** Whether a seed can have decided a round. */
export type SeedUse =
  | 'in_force'
  /** It is one of the player's, but of another time: another was in force. */
  | 'out_of_force'
  /** Not seen in force, but another browser may have set it meanwhile. */
  | 'possible'
  /** Never seen, and another seed was in force. */
  | 'unseen'

const SPELLS_MAX = 16

/** @param from the next round's nonce, as far as this browser knows. */
export function withSent(
  spells: readonly SeedSpell[],
  seed: string,
  from: number,
): SeedSpell[] {
  const since = Math.max(from, lastShown(spells)?.shown.last ?? 0)
  return withNewest(spells, { seed, from: since })
}

/** @param nonce that of the next round. */
export function withShown(
  spells: readonly SeedSpell[],
  { clientSeed: seed, clientSeedSetAt: setAt }: ShownSeed,
  nonce: number,
): SeedSpell[] {
  const latest = lastShown(spells)
  if (latest?.seed === seed && latest.shown.setAt === setAt) {
    const last = Math.max(nonce, latest.shown.last)
    const longer = { ...latest, shown: { ...latest.shown, last } }
    return spells.map((one) => {
      if (one === latest) return longer
      return one.shown ? one : { ...one, from: Math.max(one.from, last) }
    })
  }
  const shown = { setAt, first: nonce, last: nonce }
  const sent = spells.findLast((one) => one.seed === seed && !one.shown)
  const from = sent?.from ?? latest?.shown.last ?? 0
  const others = spells.filter((one) => one !== sent)
  return withNewest(others, { seed, from, shown })
}

/** Whether a known seed can have decided the round of a nonce. */
export function isInForce(
  spells: readonly SeedSpell[],
  seed: string,
  nonce: number,
): boolean {
  const oldest = spells.find(({ shown }) => shown)?.shown
  // Nothing is known of the order of seeds before.
  if (!oldest || nonce < oldest.first) return true
  return spells.some(
    (one, at) =>
      one.seed === seed &&
      one.from <= nonce &&
      spells
        .slice(at + 1)
        .every(({ shown }) => shown === undefined || nonce < shown.first),
  )
}

/** Whether one seed was in force before and after the round of a nonce. */
export function isSettled(
  spells: readonly SeedSpell[],
  nonce: number,
): boolean {
  return spells.some(
    ({ shown }) => shown && shown.first <= nonce && nonce < shown.last,
  )
}

/** What was only sent is forgotten first: by what was shown, rounds are judged. */
function withNewest(
  spells: readonly SeedSpell[],
  newest: SeedSpell,
): SeedSpell[] {
  const dropped =
    spells.length < SPELLS_MAX
      ? undefined
      : (spells.find(({ shown }) => !shown) ?? spells[0])
  return [...spells.filter((one) => one !== dropped), newest]
}

type ShownSpell = SeedSpell & { shown: NonNullable<SeedSpell['shown']> }

function lastShown(spells: readonly SeedSpell[]): ShownSpell | undefined {
  return spells.findLast((one): one is ShownSpell => one.shown !== undefined)
}
