import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { registerOfflineNote } from './lib/offline-note.ts'
import { trackReferral } from './lib/track-referral.ts'
import './styles/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

void trackReferral(location.search)
registerOfflineNote()
