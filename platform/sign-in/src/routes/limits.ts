/** So many tries a minute from one address. */
export const FEW = { rateLimit: { max: 10 } } as const;
export const SOME = { rateLimit: { max: 60 } } as const;
