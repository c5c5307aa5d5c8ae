import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { v4 as uuid } from 'uuid'
import {
  type Credentials,
  type Registration,
  type User,
  user as userSchema,
} from '#core/schemas/user.ts'
import { sendJson } from './api-client.ts'
import { useToast } from './toast.ts'
import { userQuery, userQueryKey } from './user-query.ts'

interface Auth {
  /** Null while signed out, and while loading. */
  user: User | null
  isLoading: boolean
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

export function AuthProvider({ children }: { children: ReactNode }) {
  const { data, isLoading, error } = useQuery(userQuery())
  const auth: Auth = {
    user: data ?? null,
    isLoading,
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
    mutationFn: (body: Credentials) =>
      sendJson('POST', '/api/login', { body, schema: userSchema }),
    onSuccess: (user) => {
      startSession(user)
      toast({
        title: 'Welcome back!',
        description: `Logged in as ${user.username}`,
      })
    },
    onError: useFailureToast('Login failed'),
  })
}

function useRegister() {
  const { toast } = useToast()
  const startSession = useStartSession()
  return useMutation({
    mutationFn: (body: Registration) =>
      sendJson('POST', '/api/register', { body, schema: userSchema }),
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

function useLogout() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => sendJson('POST', '/api/logout'),
    onSuccess: () => {
      queryClient.setQueryData(userQueryKey, null)
      toast({ title: 'Goodbye!', description: 'You have been logged out' })
    },
    onError: useFailureToast('Logout failed'),
  })
}

function useReset() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendJson('POST', '/api/user/reset-balance', {
        schema: userSchema,
        idempotencyKey: uuid(),
      }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQueryKey, user)
      toast({
        title: 'Balance Reset',
        description: `Your balance has been reset to ${user.balance} coins`,
      })
    },
    onError: useFailureToast('Reset failed'),
  })
}

/** Forgets what the cache holds of an earlier player before showing the new one. */
function useStartSession() {
  const queryClient = useQueryClient()
  return (user: User) => {
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.setQueryData(userQueryKey, user)
  }
}

function useFailureToast(title: string) {
  const { toast } = useToast()
  return (error: Error) =>
    toast({ title, description: error.message, variant: 'destructive' })
}
