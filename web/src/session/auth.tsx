import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import {
  type Credentials,
  logIn,
  type Registration,
  register,
  resetBalance,
  type User,
} from '#core/api/account.ts'
import { logOut } from '#core/api/sessions.ts'
import { call, forgetUnanswered } from '../lib/call.ts'
import { PlayerError, statusAndMessage } from '../lib/error-message.ts'
import { useToast } from '../lib/toast.ts'
import { playerName } from './player-name.ts'
import { noteSession } from './session-hint.ts'
import { userQuery, userQueryKey } from './user-query.ts'

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

function useLogin() {
  const { toast } = useToast()
  const startSession = useStartSession()
  return useMutation({
    mutationFn: (body: Credentials) => signIn(logIn, body),
    onSuccess: (user) => {
      startSession(user)
      toast({
        title: 'Welcome back!',
        description: `Logged in as ${playerName(user.username)}`,
      })
    },
    onError: useFailureToast('Login failed'),
  })
}

function useRegister() {
  const { toast } = useToast()
  const startSession = useStartSession()
  return useMutation({
    mutationFn: (body: Registration) => signIn(register, body),
    onSuccess: (user) => {
      startSession(user)
      toast({
        title: 'Welcome!',
        description: 'Your account has been created successfully',
      })
    },
    onError: useFailureToast('Registration failed'),
  })
}

/** @throws where the browser would keep no session. */
async function signIn(
  endpoint: typeof logIn | typeof register,
  body: Credentials,
): Promise<User> {
  if (!navigator.cookieEnabled) {
    throw new PlayerError(
      'Your browser blocks cookies. Allow them for this site.',
    )
  }
  return call(endpoint, { body })
}

function useLogout() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(logOut),
    onSuccess: () => {
      forgetUnanswered()
      queryClient.setQueryData(userQueryKey, null)
      toast({ title: 'Goodbye!', description: 'You have been logged out' })
    },
    onError: useFailureToast('Logout failed'),
  })
}

function useReset() {
  const { toast } = useToast()
  const tellFailure = useFailureToast('Reset failed')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(resetBalance),
    onSuccess: (user) => {
      queryClient.setQueryData(userQueryKey, user)
      toast({
        title: 'Balance Reset',
        description: `Your balance has been reset to ${user.balance} coins`,
      })
    },
    onError: (error) => {
      tellFailure(error)
      // Its answer may be lost: whether it counted is for the house to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
    },
  })
}

/** Forgets what the cache holds of an earlier player before showing the new one. */
export function useStartSession() {
  const queryClient = useQueryClient()
  return (user: User) => {
    forgetUnanswered()
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.setQueryData(userQueryKey, user)
  }
}

function useFailureToast(title: string) {
  const { toast } = useToast()
  return (error: Error) =>
    toast({
      title,
      description: statusAndMessage(error),
      variant: 'destructive',
    })
}
