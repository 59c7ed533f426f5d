/** Puts text on the clipboard. @returns false where the browser refuses it: the text on the screen can still be marked */
export const copyText = (text: string): Promise<boolean> =>
  // Browsers leave the clipboard out where the address is no secure context.
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);
