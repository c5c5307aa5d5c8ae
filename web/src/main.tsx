// Must be first: it declares the order of the CSS layers.
import './styles/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, fetchPage } from './app/app.tsx'
import { ignoreHeldKeys } from './lib/ignore-held-keys.ts'
import { registerOfflineWorker } from './lib/server-presence.ts'
import { followTheme } from './lib/theme.ts'
import { trackReferral } from './pages/sol-launch/referrals.ts'
import { mayBeSignedIn } from './session/session-hint.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <App mayBeSignedIn={mayBeSignedIn()}>
      {(pages) => <BrowserRouter>{pages}</BrowserRouter>}
    </App>
  </StrictMode>
)
fetchPage(location.pathname)
if (root.hasChildNodes()) hydrateRoot(root, app)
// Renders in slices, so that slow phones stay responsive.
else startTransition(() => createRoot(root).render(app))

followTheme()
ignoreHeldKeys()
void trackReferral(location.search)
registerOfflineWorker()
