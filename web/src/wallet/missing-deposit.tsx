import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { recheckText } from './recheck-text.ts'
import { useRecheck } from './use-recheck.ts'

const HASH = /\b0x[0-9a-f]{64}\b/i

/** For a payment that does not show up: the house looks it up at once. */
export function MissingDeposit() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const recheck = useRecheck()
  const { status } = recheck
  useEffect(() => {
    const isAnswered = status === 'success' || status === 'error'
    if (isAnswered) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [status])
  const look = (event: FormEvent) => {
    event.preventDefault()
    // People copy the whole address of an explorer's page, too.
    const [txHash] = HASH.exec(text) ?? []
    setProblem(
      txHash
        ? undefined
        : 'A hash is 0x, then 64 digits or letters from a to f.',
    )
    if (txHash) recheck.mutate({ txHash })
    else input.current?.focus()
  }
  return (
    <details className="rubber-card p-4">
      <summary className="cursor-pointer font-display font-medium">
        Missing a deposit?
      </summary>
      <form className="mt-3 grid gap-2" noValidate onSubmit={look}>
        <p className="text-small">
          Your wallet shows a hash for each transaction. Paste it here, and we
          look the payment up on the chain.
        </p>
        <Field
          ref={input}
          label="Transaction hash"
          placeholder="0x…"
          autoComplete="off"
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
            recheck.reset()
          }}
        />
        <Button
          type="submit"
          className="justify-self-start"
          pending={recheck.isPending}
        >
          {recheck.isPending ? 'Looking…' : 'Look it up'}
        </Button>
        <div ref={answer} className="scroll-mb-4">
          <p role="status" className="min-h-6">
            {recheck.isSuccess && recheckText(recheck.data)}
          </p>
          {recheck.isError && (
            <p role="alert" className="font-bold text-bubblegum-text">
              {errorMessage(
                recheck.error,
                'The server did not answer. Your coins are safe: try again.',
              )}
            </p>
          )}
        </div>
      </form>
    </details>
  )
}
