/** Shows an error that belongs to no field. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="font-bold text-bubblegum-text">
      {message}
    </p>
  )
}
