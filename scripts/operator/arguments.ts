import { parseArgs } from 'node:util'

/** An option, such as `[--days <days>]` or `[--dry-run]`. */
const OPTION = /\[?--([\w-]+)(?: (<[^>]+>))?\]?/g
/** An argument, such as `<id>` or `[reason...]`, which takes all words left. */
const ARGUMENT = /[<[]([\w-]+)(\.\.\.)?[>\]]/g

/**
 * Reads arguments by the usage of their command, without checking which are
 * missing.
 *
 * @returns undefined for unknown options and words too many
 */
export function parseArguments(
  usage: string,
  args: readonly string[],
): Record<string, unknown> | undefined {
  const options = Object.fromEntries(
    [...usage.matchAll(OPTION)].map(([, name = '', value]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    })
    const words = [...parsed.positionals]
    const values: Record<string, unknown> = { ...parsed.values }
    for (const [, name = '', isRest] of usage
      .replaceAll(OPTION, '')
      .matchAll(ARGUMENT)) {
      const taken = words.splice(0, isRest ? words.length : 1).join(' ')
      if (taken) values[name] = taken
    }
    return words.length === 0 ? values : undefined
  } catch {
    return undefined
  }
}
