import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { ignoreHeldKeys } from './lib/ignore-held-keys.ts'
import { registerOfflineNote } from './lib/offline-note.ts'
import { trackReferral } from './lib/track-referral.ts'
import './styles/index.css'

// The first paint is drawn with them where they are kept, and waits for nothing.
document.fonts.forEach((face) => void face.load().catch(() => undefined))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = createRoot(root)
// In slices: a slow phone hears its player meanwhile.
startTransition(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

ignoreHeldKeys()
void trackReferral(location.search)
registerOfflineNote()
