// Must be first: it declares the order of the CSS layers.
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { recordDrawings } from './app/record-drawings.ts'
import { DrawingsContext } from './proof/records/drawings.tsx'
import { VerifyFile } from './proof/verify/verify-file.tsx'

if (matchMedia('(prefers-color-scheme: light)').matches) {
  document.documentElement.dataset.theme = 'light'
}
const root = document.getElementById('root')
if (!root) throw new Error('verify.html has no #root')
createRoot(root).render(
  <StrictMode>
    <DrawingsContext value={recordDrawings}>
      <VerifyFile />
    </DrawingsContext>
  </StrictMode>,
)
