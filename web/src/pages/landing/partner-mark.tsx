const COLOURS = ['sun', 'sky', 'bubblegum', 'lime', 'tangerine']

/** A toy block with the first letter: logos are their owners' to give. */
export function PartnerMark({ name }: { name: string }) {
  const colour = COLOURS[name.length % COLOURS.length]
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
      <rect
        x="3"
        y="3"
        width="26"
        height="26"
        rx="9"
        fill={`var(--color-${colour})`}
        stroke="var(--color-outline)"
        strokeWidth="3"
      />
      <text
        x="16"
        y="22"
        textAnchor="middle"
        fontSize="16"
        fontWeight="700"
        fill="var(--color-on-toy)"
      >
        {name.slice(0, 1)}
      </text>
    </svg>
  )
}
