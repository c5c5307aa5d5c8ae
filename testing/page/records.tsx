import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import type { Moves } from '#core/fairness/round.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { VerifyFile } from '../../web/src/proof/verify/verify-file.tsx'
import { HonestServer } from './honest-server.ts'
import { renderPage } from './render-page.tsx'
import type { stubServer } from './stub-server.ts'

export const FLIP_MOVES = {
  game: coinFlip,
  bet: { betAmount: coins(10), choice: 'heads' },
} satisfies Moves

export const isWon = ({ gameData }: VerificationRecord) => gameData.payout > 10
export const isLost = ({ gameData }: VerificationRecord) =>
  gameData.payout === 0

/** Returns the first wanted record of rounds whose player chose the seed. */
export function toRecord(
  moves: Moves = FLIP_MOVES,
  isWanted: (record: VerificationRecord) => boolean = () => true,
  server = new HonestServer(),
): VerificationRecord {
  server.setClientSeed({ clientSeed: 'mine', epoch: 0 })
  for (;;) {
    const record = tried(() => server.record(moves))
    if (record && isWanted(record)) return record
  }
}

/** Undefined if a draw ends the round before its last move. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Opens a page of records at the address of one, which the API answers. */
export function openRecord(
  page: ReactElement,
  record: { id: string },
  server: ReturnType<typeof stubServer>,
): void {
  server.answer(`GET /api/verify/${record.id}`, 200, record)
  openRecordPage(page, record.id)
}

export function openRecordPage(page: ReactElement, id: string): void {
  const route = <Route path="/verify/:id" element={page} />
  renderPage(<Routes>{route}</Routes>, `/verify/${id}`)
}

/** Pastes a text, or a record, into verify.html. */
export function paste(pasted: unknown): void {
  if (!screen.queryByLabelText('Or paste it')) render(<VerifyFile />)
  const value = typeof pasted === 'string' ? pasted : JSON.stringify(pasted)
  const field = screen.getByLabelText('Or paste it')
  fireEvent.change(field, { target: { value } })
}

/** Returns the value that a page shows for a term. */
export function fact(name: string): string | null | undefined {
  const term = screen.getByText(name, { selector: 'dt' })
  return term.nextElementSibling?.textContent
}
