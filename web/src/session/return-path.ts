import { useLocation } from 'react-router-dom'
import { pagePath } from '../lib/page-path.ts'

const HOME = pagePath('/')

/** Location state of links to the login, with the page to return to. */
type ReturnState = {
  from: string
  isNewcomer: boolean
}

/** Location state of links for visitors without an account: they register first. */
export const AS_NEWCOMER = { isNewcomer: true } as const

export function useReturnState(): ReturnState {
  const { pathname, search } = useLocation()
  return { from: pathname + search, isNewcomer: useIsNewcomer() }
}

export function useIsNewcomer(): boolean {
  return useLocation().state?.isNewcomer === true
}

/** Returns the page to open after login: the one it was requested from, or home. */
export function useReturnPath(): string {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from.startsWith(HOME) ? from : HOME
}
