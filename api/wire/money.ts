/*
 * Money: type, formatting and parsing, for servers and browsers. Without a schema library, whose compiled code violates
 * the office's Trusted Types. No other module knows about currencies.
 */

/** An amount in the smallest unit of its currency: paise, cents. */
export interface Money {
  amount: number;
  currency: string;
}

/** Currency of the courses: an order of the site has only an amount. */
export const CURRENCY = 'INR';

/** Signs and names of currencies known to readers here. Others are written by code. */
const KNOWN: Readonly<Record<string, { sign: string; name: string }>> = { INR: { sign: '₹', name: 'rupees' } };

export const nameOf = (currency: string): string => KNOWN[currency]?.name ?? currency;

/** Returns a currency's decimal digits by ISO 4217; 2 for text that is no code, which a webhook may send. */
const digitsOf = (currency: string): number => {
  if (!/^[a-z]{3}$/i.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
};

/** Returns the number of smallest units in one. */
const unitsOf = (currency: string): number => 10 ** digitsOf(currency);

/** Returns an amount in the currency's main unit, for forms and spreadsheets. */
export const inUnits = ({ amount, currency }: Money): number => amount / unitsOf(currency);

/** Inverse of {@link inUnits}. */
export const ofUnits = (units: number, currency = CURRENCY): Money => ({
  amount: Math.round(units * unitsOf(currency)),
  currency,
});

/** Formats money in Indian notation: ₹1,00,000, ₹499.50, or USD 1,00,000. */
export const spell = (money: Money): string => {
  const units = inUnits(money);
  const minimumFractionDigits = Number.isInteger(units) ? 0 : digitsOf(money.currency);
  const number = units.toLocaleString('en-IN', { minimumFractionDigits });
  const known = KNOWN[money.currency];
  return known ? known.sign + number : `${money.currency} ${number}`;
};

/** Formats a price for pages and sentences: `₹50,000 + GST`. */
export const spellPrice = ({ price, plusTax }: { price: Money; plusTax: boolean }): string =>
  `${spell(price)}${plusTax ? ' + GST' : ''}`;

/** Parses a typed sum: `5,000`, `₹ 499.50`. @returns undefined when it is invalid */
export function readMoney(text: string, currency: string): Money | undefined {
  const typed = text.replace(KNOWN[currency]?.sign ?? currency, '').replaceAll(/\s/g, '');
  // A comma before fewer than three digits may be a decimal point: refused.
  const plain = /,\d{0,2}(\.|$)/.test(typed) ? '' : typed.replaceAll(',', '');
  if (!/^\d{1,8}(\.\d+)?$/.test(plain)) return undefined;
  const money = ofUnits(Number(plain), currency);
  return inUnits(money) === Number(plain) ? money : undefined;
}

export const isSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
