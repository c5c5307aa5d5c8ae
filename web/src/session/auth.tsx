import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { Credentials, Registration, User } from '#core/api/account.ts'
import {
  useLogin,
  useLogout,
  useRegister,
  useReset,
} from './session-changes.ts'
import { noteSession } from './session-hint.ts'
import { userQuery } from './user-query.ts'

interface Auth {
  /** Null while signed out, while loading, and while nobody has asked. */
  user: User | null
  isLoading: boolean
  isAsked: boolean
  /** Asks who plays, where nothing hinted at a session. */
  ask: () => void
  error: Error | null
  login: UseMutationResult<User, Error, Credentials>
  register: UseMutationResult<User, Error, Registration>
  logout: UseMutationResult<void, Error, void>
  reset: UseMutationResult<User, Error, void>
}

const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** For pages that must know who plays. */
export function useAskedAuth(): Auth {
  const auth = useAuth()
  const { ask, isAsked, isLoading } = auth
  useEffect(() => ask(), [ask])
  return { ...auth, isLoading: isLoading || !isAsked }
}

interface AuthProviderProps {
  /** False where asking who plays would only get a 401. */
  mayBeSignedIn: boolean
  children: ReactNode
}

export function AuthProvider({ mayBeSignedIn, children }: AuthProviderProps) {
  const [isAsked, setAsked] = useState(mayBeSignedIn)
  const [ask] = useState(() => () => setAsked(true))
  const { data, isLoading, error } = useQuery({
    ...userQuery(),
    // Also after a login, which brought the player without being asked.
    enabled: ({ state }) => isAsked || state.data !== undefined,
  })
  useEffect(() => {
    if (data !== undefined) noteSession(data !== null)
  }, [data])

  const auth: Auth = {
    user: data ?? null,
    isLoading,
    isAsked,
    ask,
    error,
    login: useLogin(),
    register: useRegister(),
    logout: useLogout(),
    reset: useReset(),
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}
