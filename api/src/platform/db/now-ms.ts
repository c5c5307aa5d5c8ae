/** SQL of the transaction's time, as `DEFAULT now()` writes it, in whole epoch milliseconds. */
export const NOW_MS = 'floor(extract(epoch FROM now()) * 1000)::int8'
