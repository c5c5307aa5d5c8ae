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
import { type ToastMessage, toast } from '../lib/toast.ts'
import { playerName } from './player-name.ts'
import { noteSession } from './session-hint.ts'
import { userQuery, userQueryKey } from './user-query.ts'

type Auth = {
  /** Null while signed out, loading, or not requested. */
  user: User | null
  isLoading: boolean
  isRequested: boolean
  /** Requests the player although nothing hints at a session. */
  requestPlayer: () => void
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

/** Requests the player on pages that depend on it. */
export function useRequiredAuth(): Auth {
  const auth = useAuth()
  const { requestPlayer, isRequested, isLoading } = auth
  useEffect(() => requestPlayer(), [requestPlayer])
  return { ...auth, isLoading: isLoading || !isRequested }
}

type AuthProviderProps = {
  /** False where requesting the player would only get a 401. */
  mayBeSignedIn: boolean
  children: ReactNode
}

export function AuthProvider({ mayBeSignedIn, children }: AuthProviderProps) {
  const [isRequested, setRequested] = useState(mayBeSignedIn)
  const [requestPlayer] = useState(() => () => setRequested(true))
  const { data, isLoading, error } = useQuery({
    ...userQuery(),
    // Also after a login, whose answer is the player.
    enabled: ({ state }) => isRequested || state.data !== undefined,
  })
  useEffect(() => {
    if (data !== undefined) noteSession(data !== null)
  }, [data])
  const queryClient = useQueryClient()
  const playerId = data?.id
  useEffect(() => {
    if (playerId === undefined) return
    // Removes the player's data from memory at sign-out.
    return () => queryClient.removeQueries({ type: 'inactive' })
  }, [playerId, queryClient])

  const auth: Auth = {
    user: data ?? null,
    isLoading,
    isRequested,
    requestPlayer,
    error,
    login: useSignIn({
      endpoint: logIn,
      welcome: welcomeBack,
      failure: 'Login failed',
    }),
    register: useSignIn({
      endpoint: register,
      welcome: () => ({
        title: 'Welcome!',
        description: 'Your account has been created successfully',
      }),
      failure: 'Registration failed',
    }),
    logout: useLogout(),
    reset: useReset(),
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Greets a player who signed in, also in the wallet dialog. */
export function welcomeBack({ username }: User): ToastMessage {
  return {
    title: 'Welcome back!',
    description: `Logged in as ${playerName(username)}`,
  }
}

type SignIn = {
  endpoint: typeof logIn | typeof register
  welcome: (user: User) => ToastMessage
  failure: string
}

function useSignIn({ endpoint, welcome, failure }: SignIn) {
  const startSession = useStartSession()
  return useMutation({
    mutationFn: async (body: Credentials) => {
      if (!navigator.cookieEnabled) {
        throw new PlayerError(
          'Your browser blocks cookies. Allow them for this site.',
        )
      }
      return call(endpoint, { body })
    },
    onSuccess: (user) => {
      startSession(user)
      toast(welcome(user))
    },
    onError: failureToast(failure),
  })
}

function useLogout() {
  const endSession = useEndSession()
  return useMutation({
    mutationFn: () => call(logOut),
    onSuccess: () =>
      endSession({
        title: 'Goodbye!',
        description: 'You have been logged out',
      }),
    onError: failureToast('Logout failed'),
  })
}

function useReset() {
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
      failureToast('Reset failed')(error)
      // The reset may have happened although its answer was lost.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
    },
  })
}

/** Removes an earlier player's cached data before showing the new player. */
export function useStartSession() {
  const queryClient = useQueryClient()
  return (user: User) => {
    forgetUnanswered()
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.setQueryData(userQueryKey, user)
  }
}

/** Shows as signed out, with a toast that says why. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return (message: ToastMessage) => {
    forgetUnanswered()
    queryClient.setQueryData(userQueryKey, null)
    toast(message)
  }
}

function failureToast(title: string) {
  return (error: Error) =>
    toast({
      title,
      description: statusAndMessage(error),
      variant: 'destructive',
    })
}
