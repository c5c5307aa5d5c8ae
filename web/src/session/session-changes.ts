import { useMutation, useQueryClient } from '@tanstack/react-query'
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
import { userQueryKey } from './user-query.ts'

export function useLogin() {
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

export function useRegister() {
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

export function useLogout() {
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

export function useReset() {
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
