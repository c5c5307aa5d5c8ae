import type { Attack } from './attack.ts'
import { floodConnections } from './flood-connections.ts'
import { floodErrors } from './flood-errors.ts'
import { floodMoves } from './flood-moves.ts'
import { floodPages } from './flood-pages.ts'
import { floodReads } from './flood-reads.ts'
import { floodRegistrations } from './flood-registrations.ts'
import { floodUpgrades } from './flood-upgrades.ts'

export const attacks = {
  flood_errors: floodErrors,
  flood_moves: floodMoves,
  flood_upgrades: floodUpgrades,
  flood_reads: floodReads,
  flood_pages: floodPages,
  flood_connections: floodConnections,
  flood_registrations: floodRegistrations,
} satisfies Record<string, Attack>

export type FloodName = keyof typeof attacks
