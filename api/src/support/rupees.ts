/** As India writes them: ₹1,00,000. @param paise null when the provider has not answered */
export const rupees = (paise: number | null): string =>
  paise === null ? '-' : `₹${(paise / 100).toLocaleString('en-IN')}`;

/** An amount of any currency, in its hundredths: ₹1,00,000 or USD 1,000. */
export const money = (hundredths: number, currency = 'INR'): string =>
  currency === 'INR' ? rupees(hundredths) : `${currency} ${(hundredths / 100).toLocaleString('en-IN')}`;
