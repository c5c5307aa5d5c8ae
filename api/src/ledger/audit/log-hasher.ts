import { NO_DIGEST, rowHash, withRow } from '#core/audit/log-digest.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { ReadRow } from './log-reader.ts'

/** Length of a row's mark, in hex characters. */
export const MARK_LENGTH = 16

type PlayerLog = { hash: string; marks: string[] }

/**
 * Hashes players' logs of a day as rows arrive, and collects a mark of each
 * row.
 */
export class LogHasher {
  readonly #hashes: Hashes
  readonly #logs = new Map<string, PlayerLog>()
  #count = 0

  constructor(hashes: Hashes) {
    this.#hashes = hashes
  }

  /** Adds a row. @returns the row's mark. */
  add({ player, row }: ReadRow): string {
    const log = this.#logs.get(player) ?? { hash: NO_DIGEST, marks: [] }
    this.#logs.set(player, log)
    const hash = rowHash(this.#hashes, row)
    const mark = hash.slice(0, MARK_LENGTH)
    log.hash = withRow(this.#hashes, log.hash, hash)
    log.marks.push(mark)
    this.#count += 1
    return mark
  }

  /** Counts the rows of all players. */
  get count(): number {
    return this.#count
  }

  hashOf(player: string): string {
    return this.#logs.get(player)?.hash ?? NO_DIGEST
  }

  /** Returns the marks of a player's rows, in hex. */
  marksOf(player: string): string {
    return this.#logs.get(player)?.marks.join('') ?? ''
  }
}
