import { BarChart } from '../../components/chart.tsx'

/** Of all tokens, in percent. */
const distribution = [
  { category: 'Presale', percentage: 45, description: '', colour: 'tangerine' },
  {
    category: 'Liquidity',
    percentage: 35,
    description: 'Locked 12 months',
    colour: 'sky',
  },
  { category: 'Development', percentage: 15, description: '', colour: 'lime' },
  {
    category: 'Marketing',
    percentage: 5,
    description: '',
    colour: 'bubblegum',
  },
] as const

const bars = distribution.map(({ category, percentage, colour }) => ({
  label: category,
  percent: percentage,
  colour,
}))

/** Who gets how much: as bars, and as a table that can be read out. */
export function Distribution() {
  return (
    <section
      aria-labelledby="distribution"
      className="rubber-card grid gap-4 p-6"
    >
      <h2 id="distribution" className="text-title">
        Distribution
      </h2>
      <BarChart bars={bars} />
      <table className="w-full text-left">
        <caption className="sr-only">Distribution of all tokens</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">For</th>
            <th scope="col">Share</th>
            <th scope="col">Terms</th>
          </tr>
        </thead>
        <tbody>
          {distribution.map(({ category, percentage, description }) => (
            <tr key={category} className="border-t-2 border-raised">
              <th scope="row" className="py-2 font-semibold">
                {category}
              </th>
              <td>{percentage}%</td>
              <td className="text-soft">{description || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
