import { useEffect } from 'react'
import { clearToast } from '../../lib/toast.ts'

interface Sending {
  isError: boolean
  reset: () => void
}

/** Clears a form's failure and its toast when the form is left. */
export function useFreshStart({ isError, reset }: Sending): void {
  useEffect(() => reset, [reset])
  useEffect(() => (isError ? clearToast : undefined), [isError])
}
