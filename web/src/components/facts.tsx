/** Short facts, each a sticker. */
export function Facts({
  facts,
}: {
  facts: readonly { name: string; value: string }[]
}) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
