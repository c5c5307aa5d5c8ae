import type { ComponentProps, ReactNode } from 'react'
import type { Evidence, Value } from '#core/evidence/record.ts'
import { HexValue } from '../../components/hex-value.tsx'
import { classNames } from '../../lib/class-names.ts'

type SectionProps = {
  title: string
  children: ReactNode
}

/** One section of the numbers. */
export function NumbersSection({ title, children }: SectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-soft/45 border-dashed not-first:mt-3 not-first:border-t-2 not-first:pt-6">
      <h3 className="text-title max-sm:text-lead">{title}</h3>
      {children}
    </section>
  )
}

/** Details that expand below their summary. */
export function More({ title, children }: SectionProps) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer font-display font-semibold text-sky-text leading-11">
        {title}
      </summary>
      {children}
    </details>
  )
}

/** A value to compare letter by letter, in one of the sections. */
export function Datum(props: Omit<ComponentProps<typeof HexValue>, 'as'>) {
  return <HexValue as="h4" {...props} />
}

type NumbersTableProps = {
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** A table of replayed values: a bold last column, and hex before it. */
export function NumbersTable({ head, rows }: NumbersTableProps) {
  const cell = 'border-outline border-b-2 py-2 pr-4'
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            {head.map((name) => (
              <th
                key={name}
                scope="col"
                className={classNames(cell, 'font-semibold text-soft')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a draw is its index
            <tr key={row}>
              {cells.map((content, column) => (
                <td
                  key={head[column]}
                  className={classNames(cell, '[tr:last-child>&]:border-b-0')}
                >
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type VerificationDataProps = {
  evidence: Evidence
  /** Undefined if nothing could be replayed. */
  replayedHash?: string | undefined
  gameData: object
}

/** Lists the values committed to before the bet and revealed afterwards. */
export function VerificationData({
  evidence: { committed, revealed, settledHash },
  replayedHash,
  gameData,
}: VerificationDataProps) {
  return (
    <NumbersSection title="Verification Data">
      {[...revealed, ...committed].map(({ name, value }) => (
        <Datum key={name} name={name}>
          {orNotAvailable(value)}
        </Datum>
      ))}
      {settledHash !== undefined && (
        <HashPair settled={settledHash} replayed={replayedHash} />
      )}
      <GameData gameData={gameData} />
    </NumbersSection>
  )
}

export function GameData({ gameData }: { gameData: object }) {
  return (
    <More title="Game Data">
      <pre className="well hex mt-3 overflow-x-auto p-4">
        {JSON.stringify(gameData, null, 2)}
      </pre>
    </More>
  )
}

type HashPairProps = {
  settled: string
  replayed: string | undefined
}

/** Two hashes that must be the same, side by side. */
function HashPair({ settled, replayed }: HashPairProps) {
  const isSame = settled === replayed
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_auto_1fr] md:items-end">
      <Datum name="Expected hash: the round as it was settled">{settled}</Datum>
      <span
        aria-hidden="true"
        className={classNames(
          'pb-2 text-center font-bold font-display text-title',
          isSame ? 'text-lime-text' : 'text-bubblegum-text',
          // Nothing to compare with.
          replayed === undefined && 'invisible',
        )}
      >
        {isSame ? '=' : '≠'}
      </span>
      <Datum name="Verified hash: the round as your browser replayed it">
        {orNotAvailable(replayed)}
      </Datum>
    </div>
  )
}

function orNotAvailable(value: Value['value']): string {
  return value === undefined || value === '' ? 'Not available' : String(value)
}

export function HowToVerify() {
  return (
    <NumbersSection title="How to Verify">
      <p>
        The game outcome is made from three values, combined using HMAC-SHA256:
      </p>
      <BulletList
        items={[
          ['Server seed', 'provides the randomness'],
          ['Client seed', 'ensures fairness'],
          ['Nonce', 'prevents replay'],
        ]}
      />
      <p className="text-soft">
        With all three, your browser does that here, using its own copy of the
        rules. Any other tool can do the same with the values below.
      </p>
    </NumbersSection>
  )
}

type BulletListProps = {
  items: readonly (readonly [name: string, text: string])[]
}

/** Lists names, each with its explanation. */
export function BulletList({ items }: BulletListProps) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {items.map(([name, text]) => (
        <li key={name}>
          <strong>{name}</strong>: {text}
        </li>
      ))}
    </ul>
  )
}
