import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  dailyLimits,
  type LimitsAnswer,
  setLimits,
  startBreak,
} from '#core/api/limits.ts'
import {
  byDailyLimit,
  DAILY_LIMITS,
  type DailyLimit,
  type DailyLimitKind,
  type DailyLimits,
} from '#core/protection/daily-limits.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Section } from '../../components/section.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { limitsQuery } from '../../games/shared/limits.ts'
import { call } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import {
  coinsText,
  formatClock,
  formatCoins,
  formatRowTime,
} from '../../lib/format.ts'
import { usePersistedSetting } from '../../lib/persisted-setting.ts'
import { toast } from '../../lib/toast.ts'
import { REMINDERS, reminderSetting } from './play-reminder.tsx'

/** The drawer's 'Limits' tab: limits that players set for themselves. */
export function LimitsSection({ player }: { player: string }) {
  const { data, isError, refetch } = useQuery(limitsQuery(player))
  return (
    <div className="grid gap-4">
      {data && (
        <>
          {/* Keeps the player's input until the API has other limits. */}
          <LimitsForm
            key={JSON.stringify([
              DAILY_LIMITS.map(({ kind }) => data[kind]),
              data.pending?.from,
            ])}
            player={player}
            limits={data}
          />
          <BreakForm player={player} until={data.coolOffUntil} />
        </>
      )}
      {!data && !isError && <Skeleton className="h-64" />}
      {!data && isError && (
        <LoadFailure onRetry={refetch}>
          Your limits could not be loaded. They still apply.
        </LoadFailure>
      )}
      <ReminderChoice />
    </div>
  )
}

const labels = {
  off: 'Never',
  15: 'Every 15 min',
  30: 'Every 30 min',
  60: 'Every hour',
  120: 'Every 2 hours',
} satisfies Record<(typeof REMINDERS)[number], string>

const options = REMINDERS.map((value) => ({ value, label: labels[value] }))

function ReminderChoice() {
  const chosen = usePersistedSetting(reminderSetting)
  return (
    <Section
      title="Reality check"
      level="h3"
      className="rubber-card grid gap-3 p-4"
    >
      <p className="text-small text-soft">
        Reminds you how long you’ve been playing and how much you’ve won or
        lost. Only in this browser.
      </p>
      <ChoiceChips
        legend="Remind me"
        options={options}
        chosen={chosen}
        onChoose={reminderSetting.set}
      />
    </Section>
  )
}

type LimitsFormProps = {
  player: string
  limits: LimitsAnswer
}

/** Start of a day (UTC), shown as a time of the player's time zone. */
const MIDNIGHT = new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString()

/** Sets how many coins the player can stake and lose per day. */
function LimitsForm({ player, limits }: LimitsFormProps) {
  const { pending, today } = limits
  const wanted = pending ?? limits
  const [texts, setTexts] = useState(
    byDailyLimit(({ kind }) => toText(wanted[kind])),
  )
  const setting = useSetLimits(player)
  const parsed = dailyLimits.safeParse(
    byDailyLimit(({ kind }) => parseLimit(texts[kind])),
  )
  const findIssue = (field: DailyLimitKind) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    setting.mutate(parsed.data, {
      onSuccess: (saved) => toast(savedMessage(saved)),
    })
  }
  return (
    <Section title="Daily limits" level="h3" className="rubber-card p-4">
      <p className="mt-1 text-small text-soft">
        Lower limits apply right away, higher ones after 24 hours. Each day
        starts at {formatClock(MIDNIGHT)} your time.
      </p>
      <form noValidate className="mt-3 grid gap-3" onSubmit={submit}>
        {DAILY_LIMITS.map(({ kind, label, used, usedLabel }) => (
          <Field
            key={kind}
            label={label}
            name={kind}
            inputMode="numeric"
            placeholder="No limit"
            autoComplete="off"
            value={texts[kind]}
            onChange={({ target }) =>
              setTexts({ ...texts, [kind]: target.value })
            }
            error={findIssue(kind)}
            hint={
              <UsedToday
                label={usedLabel}
                coins={today[used]}
                limit={limits[kind]}
              />
            }
          />
        ))}
        {pending && (
          <p className="rounded-toy border-3 border-outline bg-sun px-3 py-2 font-semibold text-on-toy">
            {pendingText(pending)}
          </p>
        )}
        <ErrorText>{setting.error && errorMessage(setting.error)}</ErrorText>
        <Button
          type="submit"
          variant="action"
          className="justify-self-start"
          disabled={!parsed.success}
          pending={setting.isPending}
        >
          Save limits
        </Button>
      </form>
    </Section>
  )
}

function savedMessage({ pending }: LimitsAnswer) {
  const description = pending ? pendingText(pending) : 'They apply right away'
  return { title: 'Limits saved', description }
}

function pendingText(pending: NonNullable<LimitsAnswer['pending']>): string {
  const limits = DAILY_LIMITS.map((limit) => limitText(limit, pending))
  return `From ${formatRowTime(pending.from)}: ${limits.join(', ')}.`
}

function limitText({ kind, noun, used }: DailyLimit, limits: DailyLimits) {
  const limit = limits[kind]
  if (limit === null) return `no ${noun} limit`
  return `up to ${coinsText(limit)} ${used} a day`
}

type UsedTodayProps = {
  label: string
  coins: number
  limit: number | null
}

function UsedToday({ label, coins, limit }: UsedTodayProps) {
  const used = `${label}: ${formatCoins(coins)}`
  if (limit === null) return <span className="text-soft">{used}</span>
  return (
    <span className="grid gap-1 text-soft">
      {`${used} of ${formatCoins(limit)}`}
      <span
        aria-hidden="true"
        className="h-2 overflow-hidden rounded-pill bg-well"
      >
        <span
          className="block h-full bg-tangerine"
          style={{ width: `${Math.min(100, (coins / limit) * 100)}%` }}
        />
      </span>
    </span>
  )
}

function toText(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

/** Returns text that is not a number unchanged: the schema rejects it. */
function parseLimit(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}

const HOUR = 60
const DAY = 24 * HOUR

/** In minutes. */
const BREAKS = [
  { value: HOUR, label: '1 hour' },
  { value: 6 * HOUR, label: '6 hours' },
  { value: DAY, label: '24 hours' },
  { value: 7 * DAY, label: '7 days' },
  { value: 30 * DAY, label: '30 days' },
  { value: 42 * DAY, label: '6 weeks' },
] as const

type BreakFormProps = {
  player: string
  /** End of the current break. */
  until: string | null
}

/** Starts a break from betting, which can't be ended early. */
function BreakForm({ player, until }: BreakFormProps) {
  const [minutes, setMinutes] = useState<number>(DAY)
  const [isConfirming, setConfirming] = useState(false)
  const taking = useCoolOff(player)
  const label = BREAKS.find(({ value }) => value === minutes)?.label
  return (
    <Section
      title="Take a break"
      level="h3"
      className="rubber-card grid gap-3 p-4"
    >
      {until && (
        <p className="rounded-toy border-3 border-outline bg-sun px-3 py-2 font-semibold text-on-toy">
          You are on a break until {formatRowTime(until)}.
        </p>
      )}
      <p className="text-small text-soft">
        No bets until it’s over. No one can end it early, not even us.
      </p>
      <ChoiceChips
        legend="No bets for"
        options={BREAKS}
        chosen={minutes}
        onChoose={setMinutes}
      />
      <Button
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setConfirming(true)}
      >
        {until ? 'Make it longer' : 'Take a break'}
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`No bets for ${label}?`}
        description="It starts right away and can’t be ended early. You can still finish an open hand, and bets you’ve placed are settled."
      >
        <ErrorText className="mb-3">
          {taking.error && errorMessage(taking.error)}
        </ErrorText>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => setConfirming(false)}>Not now</Button>
          <Button
            variant="danger"
            pending={taking.isPending}
            onClick={() =>
              taking.mutate(minutes, { onSuccess: () => setConfirming(false) })
            }
          >
            Start the break
          </Button>
        </div>
      </Dialog>
    </Section>
  )
}

type ChoiceChipsProps<T extends string | number> = {
  legend: string
  options: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** A radio group with all options visible. */
function ChoiceChips<T extends string | number>(props: ChoiceChipsProps<T>) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-display font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-pill border-3 border-outline bg-raised px-3.5 font-display font-semibold has-checked:bg-sun has-checked:text-on-toy has-focus-visible:outline-3 has-focus-visible:outline-sky-text has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function useSetLimits(player: string) {
  return useMutation({
    mutationFn: (body: DailyLimits) => call(setLimits, { body }),
    onSuccess: useStoreLimits(player),
  })
}

function useCoolOff(player: string) {
  return useMutation({
    mutationFn: (minutes: number) => call(startBreak, { body: { minutes } }),
    onSuccess: useStoreLimits(player),
  })
}

function useStoreLimits(player: string) {
  const queryClient = useQueryClient()
  return (answer: LimitsAnswer) =>
    queryClient.setQueryData(limitsQuery(player).queryKey, answer)
}
