/** Half of the 42 characters of an address. */
const HALF = 21

/** A whole address, broken in half where one line is too short. */
export function SplitAddress({ address }: { address: string }) {
  return (
    <>
      {address.slice(0, HALF)}
      <wbr />
      {address.slice(HALF)}
    </>
  )
}
