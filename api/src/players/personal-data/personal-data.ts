import type { Transaction } from '#core/api/history.ts'
import { readPersonalData } from '#core/api/personal-data.ts'
import { Download } from '../../platform/http/send.ts'
import type { Module } from '../../platform/platform.ts'

export type StoredBets = {
  storedBets(ids: readonly string[]): Promise<readonly { id: string }[]>
}

type PersonalData = {
  /** Small parts, each under its name. */
  parts: Readonly<Record<string, (userId: string) => Promise<unknown>>>
  /** Yields pages, since there may be millions. */
  transactions: (userId: string) => AsyncIterable<readonly Transaction[]>
  bets: readonly StoredBets[]
}

/** Gives players a file of everything that is stored about them. */
export function createPersonalData(data: PersonalData): Module {
  return {
    mount(serve) {
      serve(
        readPersonalData,
        ({ playerId }) =>
          new Download({
            name: 'my-data.json',
            type: 'application/json; charset=utf-8',
            pieces: personalJson(data, playerId),
          }),
      )
    },
  }
}

async function* personalJson(
  { parts, transactions, bets }: PersonalData,
  userId: string,
): AsyncGenerator<string> {
  yield '{\n'
  for (const [name, read] of Object.entries(parts)) {
    yield `${JSON.stringify(name)}: ${JSON.stringify(await read(userId))},\n`
  }
  yield '"transactions": ['
  let separator = '\n'
  for await (const portion of transactions(userId)) {
    const stored = await groupStored(bets, portion)
    const rows = portion.map((row) =>
      JSON.stringify({ ...row, bet: stored.get(row.id) }),
    )
    yield separator + rows.join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

async function groupStored(
  sources: readonly StoredBets[],
  portion: readonly Transaction[],
): Promise<Map<string, { id: string }>> {
  const ids = portion.filter(({ type }) => type === 'bet').map(({ id }) => id)
  const found = await Promise.all(sources.map((one) => one.storedBets(ids)))
  return new Map(found.flat().map((bet) => [bet.id, bet]))
}
