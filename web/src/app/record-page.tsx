import { DrawingsContext } from '../domain/records/drawings.ts'
import { VerifyPage } from '../features/verify/verify-page.tsx'
import { recordDrawings } from './record-drawings.ts'

/** /verify/:id, where each game draws its own rounds. */
export function RecordPage() {
  return (
    <DrawingsContext value={recordDrawings}>
      <VerifyPage />
    </DrawingsContext>
  )
}
