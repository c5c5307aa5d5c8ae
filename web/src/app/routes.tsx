import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { firstGamePath } from '../lib/first-game-path.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { ProtectedRoute } from './protected-route.tsx'
import { Shell } from './shell.tsx'

const SignInPage = lazy(async () => ({
  default: (await import('./sign-in-page.tsx')).SignInPage,
}))
const CasinoShell = lazy(async () => ({
  default: (await import('./casino-shell.tsx')).CasinoShell,
}))

const SlotsPage = lazy(async () => ({
  default: (await import('../features/slots/slots-page.tsx')).SlotsPage,
}))
const CoinFlipPage = lazy(async () => ({
  default: (await import('../features/coin-flip/coin-flip-page.tsx'))
    .CoinFlipPage,
}))
const BlackjackPage = lazy(async () => ({
  default: (await import('../features/blackjack/blackjack-page.tsx'))
    .BlackjackPage,
}))

const HiLoPage = lazy(async () => ({
  default: (await import('../features/hi-lo/hi-lo-page.tsx')).HiLoPage,
}))

const VerifyPage = lazy(async () => ({
  default: (await import('../features/verify/verify-page.tsx')).VerifyPage,
}))
const FairnessPage = lazy(async () => ({
  default: (await import('../features/fairness/fairness-page.tsx'))
    .FairnessPage,
}))

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<LandingPage />} />
        <Route path="/home" element={<Navigate to={firstGamePath} replace />} />
        <Route path="/auth" element={<SignInPage />} />
        <Route path="/verify/:id" element={<VerifyPage />} />
        <Route path="/fairness" element={<FairnessPage />} />
        <Route element={<ProtectedRoute />}>
          <Route element={<CasinoShell />}>
            <Route path="/slots" element={<SlotsPage />} />
            <Route path="/hilo" element={<HiLoPage />} />
            <Route path="/coinflip" element={<CoinFlipPage />} />
            <Route path="/blackjack" element={<BlackjackPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
