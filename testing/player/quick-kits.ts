import { slotsFigures } from '#core/games/slots/game-kit.ts'
import { type FoundKit, gameKits } from '../../scripts/lib/game-kits.ts'

/** What all spins of the slots pay, which takes seconds to count. */
const CENSUS = {
  spins: 3_200_000,
  paid: 3_040_000,
  squares: 20_522_756,
  hits: 814_400,
  largest: 50,
}

/** Returns the kits of all games, with the spins of the slots counted. */
export async function quickKits(): Promise<FoundKit[]> {
  return (await gameKits()).map((kit) =>
    kit.game.jackpot ? { ...kit, returns: slotsFigures(() => CENSUS) } : kit,
  )
}
