type Bar = {
  label: string
  percent: number
  /** A colour of the tokens, such as `sky`. */
  colour: string
}

/** Percentages as bars. Give screen readers the same figures in words. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ percent }) => percent))
  return (
    <div
      aria-hidden="true"
      className="@container grid h-75 auto-cols-fr grid-flow-col pt-7 pr-2 pb-7 text-center font-display font-semibold text-text"
    >
      {bars.map(({ label, percent, colour }) => (
        <div key={label} className="grid grid-rows-[1fr_auto]">
          <div className="flex items-end justify-center">
            <div
              className="relative w-[62%] rounded-t-[2.8cqw] border-3 border-outline"
              style={{
                height: `${(100 * percent) / most}%`,
                background: `var(--color-${colour})`,
              }}
            >
              <span className="-translate-x-1/2 absolute bottom-full left-1/2 pb-1 font-bold text-[1.125rem]">
                {percent}%
              </span>
            </div>
          </div>
          <span className="text-small @max-[25rem]:text-[0.75rem]">
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}
