/** Paise of what somebody typed as rupees: `5,000`, `₹ 499.50`. @returns undefined when it is not a sum */
export function paiseOf(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,₹]/g, '');
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * 100);
}
