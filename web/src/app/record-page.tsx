import { DrawingsContext } from '../proof/records/drawings.tsx'
import { VerifyPage } from '../proof/verify/verify-page.tsx'
import { recordDrawings } from './record-drawings.ts'

/** /verify/:id, where each game draws its own rounds. */
export function RecordPage() {
  return (
    <DrawingsContext value={recordDrawings}>
      <VerifyPage />
    </DrawingsContext>
  )
}
