import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** Earlier migrations ran while all processes were stopped. */
const FIRST_CHECKED = '0042'
const BREAKPOINT = '--> statement-breakpoint'

/** Changes that the release before may not survive. */
const CONTRACTION =
  /\b(DROP (TABLE|COLUMN|VIEW|FUNCTION|TYPE)|RENAME|SET DATA TYPE|SET NOT NULL|ADD COLUMN (?!.*DEFAULT).*NOT NULL)\b/i
/** Names the migration since which nothing uses what a statement removes. */
const NOTE = /^-- Contracts \d{4}: ./m

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))

/** Returns the statements that remove or change something without a note. */
function unannounced(sql: string): string[] {
  return sql
    .split(BREAKPOINT)
    .filter((text) => CONTRACTION.test(text.replaceAll(/^--.*$/gm, '')))
    .filter((text) => !NOTE.test(text))
}

const read = (file: string) => readFileSync(`${FOLDER}${file}`, 'utf8')

test('migrations remove only what an earlier one has replaced', () => {
  const checked = files.filter((name) => name >= FIRST_CHECKED)
  expect(checked).not.toEqual([])
  for (const file of checked) expect(unannounced(read(file)), file).toEqual([])
})

test.each([
  ['0028_plain_words.sql', 3],
  ['0040_drop_tallies_and_reasons.sql', 3],
  ['0004_deposit_ordinals.sql', 1],
  ['0038_players_in_order.sql', 0],
])('finds the contractions of %s', (file, count) => {
  expect(unannounced(read(file))).toHaveLength(count)
})

test('accepts a contraction that names its expansion', () => {
  const drop = 'ALTER TABLE "users" DROP COLUMN "nickname";'
  expect(unannounced(drop)).toEqual([drop])
  expect(unannounced(`-- Contracts 0050: names moved.\n${drop}`)).toEqual([])
})
