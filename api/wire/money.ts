/*
 * Sums of money: how they are held, written and read. For servers and browsers alike, so without a schema library: what it
 * compiles breaks the office's Trusted Types. Nothing else may know what a currency is.
 */

/** An amount in the smallest unit of its currency: paise, cents. */
export interface Money {
  amount: number;
  currency: string;
}

/** What courses are sold in where nobody says a currency: an order of the site has an amount alone. */
export const CURRENCY = 'INR';

/** Currencies whose sign and name readers here know. Others go by their codes. */
const KNOWN: Readonly<Record<string, { sign: string; name: string }>> = { INR: { sign: '₹', name: 'rupees' } };

export const nameOf = (currency: string): string => KNOWN[currency]?.name ?? currency;

/** Digits behind the point, by ISO 4217. Text that is not a code, as a webhook may send it, has hundredths. */
const digitsOf = (currency: string): number => {
  if (!/^[a-z]{3}$/i.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
};

/** How many of the smallest unit make one. */
const unitsOf = (currency: string): number => 10 ** digitsOf(currency);

/** In the currency's own unit, for forms and spreadsheets. */
export const inUnits = ({ amount, currency }: Money): number => amount / unitsOf(currency);

/** The opposite of {@link inUnits}. */
export const ofUnits = (units: number, currency = CURRENCY): Money => ({
  amount: Math.round(units * unitsOf(currency)),
  currency,
});

/** As India writes sums: ₹1,00,000, ₹499.50, or USD 1,00,000. */
export const spell = (money: Money): string => {
  const units = inUnits(money);
  const minimumFractionDigits = Number.isInteger(units) ? 0 : digitsOf(money.currency);
  const number = units.toLocaleString('en-IN', { minimumFractionDigits });
  const known = KNOWN[money.currency];
  return known ? known.sign + number : `${money.currency} ${number}`;
};

/** `₹50,000 + GST`, as pages and sentences say a price. */
export const spellPrice = ({ price, plusTax }: { price: Money; plusTax: boolean }): string =>
  `${spell(price)}${plusTax ? ' + GST' : ''}`;

/** Reads what somebody typed as a sum: `5,000`, `₹ 499.50`. @returns undefined when it is none */
export function readMoney(text: string, currency: string): Money | undefined {
  const typed = text.replace(KNOWN[currency]?.sign ?? currency, '').replaceAll(/\s/g, '');
  // A comma stands before three digits; before fewer, it is somebody's decimal point.
  const plain = /,\d{0,2}(\.|$)/.test(typed) ? '' : typed.replaceAll(',', '');
  if (!/^\d{1,8}(\.\d+)?$/.test(plain)) return undefined;
  const money = ofUnits(Number(plain), currency);
  return inUnits(money) === Number(plain) ? money : undefined;
}

export const isSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
