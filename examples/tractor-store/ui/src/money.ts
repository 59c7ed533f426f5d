/** A price as visitors read it: `5,700 Ø`. */
export const money = (amount: number): string => `${amount.toLocaleString('en')} Ø`;
