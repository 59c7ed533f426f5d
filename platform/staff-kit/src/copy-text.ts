/** Copies text to the clipboard. @returns false where the browser refuses: the text on screen can still be selected */
export const copyText = (text: string): Promise<boolean> =>
  // `navigator.clipboard` is undefined outside a secure context.
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);
