/** A number with two decimals at most, as short as it can be written. */
export const short = (value: number): string => String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.');
