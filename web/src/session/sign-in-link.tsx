import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { pagePath } from '../lib/page-path.ts'
import { useReturnState } from './return-path.ts'

/** Links to the login, which returns to this page. */
export function SignInLink(props: Omit<ComponentProps<typeof Link>, 'to'>) {
  return <Link to={pagePath('/auth')} state={useReturnState()} {...props} />
}
