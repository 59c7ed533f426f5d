/** As India writes them: ₹1,00,000. @param paise null when the provider has not told */
export const rupees = (paise: number | null): string =>
  paise === null ? '-' : `₹${(paise / 100).toLocaleString('en-IN')}`;
