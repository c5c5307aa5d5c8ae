import { gameOf } from '#core/games/registry.ts'
import type { ShownRecord } from '#core/evidence/round-record.ts'
import type { CheckedRecord } from '../records/checked-record.ts'
import { bytesOf, fractionOf } from './draw-parts.ts'
import { NumbersSection } from './numbers-section.tsx'

interface DrawTableProps {
  record: ShownRecord
  checked: CheckedRecord
}

/** Every draw of the round as this browser computed it. */
export function DrawTable({ record, checked: { round } }: DrawTableProps) {
  if (!round) {
    return (
      <NumbersSection title="The draws">
        <p>
          This page does not know the rules of {record.gameType}, version{' '}
          {record.gameData.rulesVersion}, so it can not replay the round.
        </p>
      </NumbersSection>
    )
  }
  return (
    <NumbersSection title="The draws">
      <p className="text-soft">
        HMAC-SHA256 keyed by the server seed, over{' '}
        <code className="hex">
          {round.clientSeed}:{round.nonce}:0
        </code>
        , cut into four bytes each. That makes eight draws; the block :1 makes
        the next eight, and so on. Bytes b₀ to b₃ make the fraction b₀/256 +
        b₁/256² + b₂/256³ + b₃/256⁴.
      </p>
      <div className="overflow-x-auto">
        <table className="draw-table">
          <thead>
            <tr>
              <th scope="col">Draw</th>
              <th scope="col">Bytes and fraction</th>
              <th scope="col">Became</th>
            </tr>
          </thead>
          <tbody>
            {round.draws.map((draw, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a draw is its index
              <tr key={index}>
                <td>{index}</td>
                <td className="hex">
                  <span>{bytesOf(draw).join(' ')}</span>{' '}
                  <span>= {fractionOf(draw).toFixed(10)}</span>
                </td>
                <td className="font-bold">
                  {gameOf(round)?.explain(round, index)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </NumbersSection>
  )
}
