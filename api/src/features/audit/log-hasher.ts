import {
  type EntriesHash,
  entryHash,
  NO_ENTRIES,
  withEntry,
} from '#core/audit/log-digest.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { ReadEntry } from './log-reader.ts'

/** Hex characters of an entry's mark. */
export const MARK_LENGTH = 16

/** Hashes a day's log as it is read, and keeps a mark of each entry. */
export class LogHasher {
  readonly #hashes: Hashes
  readonly #marks = new Map<string, string[]>()
  #entries: EntriesHash = NO_ENTRIES

  constructor(hashes: Hashes) {
    this.#hashes = hashes
  }

  /** @returns the entry's mark. */
  add(entry: ReadEntry): string {
    const hash = entryHash(this.#hashes, entry)
    const { id, player } = entry
    this.#entries = withEntry(this.#hashes, this.#entries, { id, hash })
    const mark = hash.slice(0, MARK_LENGTH)
    const marks = this.#marks.get(player)
    if (marks) marks.push(mark)
    else this.#marks.set(player, [mark])
    return mark
  }

  get entries(): EntriesHash {
    return this.#entries
  }

  /** The marks of a player's entries, in hex. */
  marksOf(player: string): string {
    return this.#marks.get(player)?.join('') ?? ''
  }
}
