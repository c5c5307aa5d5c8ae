import { Route, Routes } from 'react-router-dom'
import { ProtectedRoute } from './protected-route.tsx'

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<p>Landing</p>} />
      <Route element={<ProtectedRoute />}>
        <Route path="/coinflip" element={<p>Coin Flip</p>} />
      </Route>
    </Routes>
  )
}
