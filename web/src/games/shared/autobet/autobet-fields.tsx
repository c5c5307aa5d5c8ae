import type { ReactNode } from 'react'
import { Switch } from '../../../components/switch.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { type AutobetForm, readForm } from './autobet-form.ts'
import type { AutobetControl } from './use-autobet.ts'

const WIN_UNITS = [
  ['coins', 'coins'],
  ['stakes', '× bet'],
] as const

const RULES = [
  ['reset', 'Reset'],
  ['raise', 'Raise %'],
] as const

/** When an autobet stops, and how its stake changes. */
export function AutobetFields({ auto }: { auto: AutobetControl }) {
  const { form, setForm, isFast, setFast } = auto
  const issues = readForm(form).error?.issues ?? []
  const isWrong = (name: keyof AutobetForm) =>
    issues.some(({ path }) => path[0] === name)
  // A number as text: a number field reports unreadable input as empty.
  const input = (label: string, name: keyof AutobetForm) => (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong(name) || undefined}
      value={form[name]}
      placeholder={name === 'count' ? 'Unlimited' : 'Off'}
      onChange={({ target }) => setForm({ [name]: target.value.trim() })}
      className="h-10 w-full min-w-0 flex-1 bg-transparent font-display font-semibold outline-none placeholder:font-normal placeholder:text-soft placeholder:opacity-100"
    />
  )
  const stakeRule = (label: string, rule: 'onWin' | 'onLoss') => (
    <SmallField label={label} isWrong={isWrong(`${rule}Percent`)}>
      <SmallSelect
        label={label}
        value={form[rule]}
        choices={RULES}
        onChange={(value) => setForm({ [rule]: value })}
      />
      {form[rule] === 'raise' &&
        input(`${label}, raise by percent`, `${rule}Percent`)}
    </SmallField>
  )
  const goal = (label: string, name: keyof AutobetForm, unit?: ReactNode) => (
    <SmallField label={label} isWrong={isWrong(name)}>
      {input(label, name)}
      {unit}
    </SmallField>
  )
  return (
    <>
      <FieldPairs>
        {goal('Bets', 'count')}
        {goal(
          'Stop on a win of at least',
          'win',
          <SmallSelect
            label="One win in"
            value={form.winIn}
            choices={WIN_UNITS}
            onChange={(winIn) => setForm({ winIn })}
          />,
        )}
        {goal('Stop on profit', 'profit')}
        {goal('Stop on loss', 'loss')}
        {stakeRule('After a win', 'onWin')}
        {stakeRule('After a loss', 'onLoss')}
      </FieldPairs>
      <Switch label="Fast, no animations" isOn={isFast} onChange={setFast} />
    </>
  )
}

/** Lays out fields in two columns. */
export function FieldPairs({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 items-end gap-x-3 gap-y-2">{children}</div>
  )
}

type SmallFieldProps = {
  label: string
  isWrong?: boolean
  /** Inputs and selects, each with an accessible name of its own. */
  children: ReactNode
}

/** A labelled field of half the panel's width. */
function SmallField({ label, isWrong, children }: SmallFieldProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <span aria-hidden="true" className="text-small text-soft">
        {label}
      </span>
      <div
        className={classNames(
          'well flex min-h-11 min-w-0 items-center gap-1 px-2.5',
          isWrong && 'border-bubblegum-text',
        )}
      >
        {children}
      </div>
    </div>
  )
}

type SmallSelectProps<T extends string> = {
  label: string
  value: T
  /** Values with their names. */
  choices: readonly (readonly [value: T, name: string])[]
  onChange: (value: T) => void
}

function SmallSelect<T extends string>(props: SmallSelectProps<T>) {
  const { label, value, choices, onChange } = props
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(([one]) => one === target.value)
        if (chosen) onChange(chosen[0])
      }}
      className="h-10 min-w-0 bg-transparent font-semibold text-inherit outline-none only:flex-1"
    >
      {choices.map(([one, name]) => (
        <option key={one} value={one} className="bg-panel text-text">
          {name}
        </option>
      ))}
    </select>
  )
}

/** A setting of the game's own. */
export function ChoiceField<T extends string>(props: SmallSelectProps<T>) {
  return (
    <SmallField label={props.label}>
      <SmallSelect {...props} />
    </SmallField>
  )
}
