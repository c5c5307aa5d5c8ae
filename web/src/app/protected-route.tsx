import { Navigate, Outlet } from 'react-router-dom'
import { Spinner } from '../components/spinner.tsx'
import { useAuth } from '../lib/auth.tsx'

/** The pages inside are for the signed-in; all others are led to the login. */
export function ProtectedRoute() {
  const { user, isLoading } = useAuth()
  if (isLoading) {
    return (
      <div className="grid min-h-[60dvh] place-items-center">
        <Spinner />
      </div>
    )
  }
  return user ? <Outlet /> : <Navigate to="/auth" replace />
}
