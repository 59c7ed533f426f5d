/** A way of writing that content does not use, and what stands in its place. `docs/shop/wording.md` is the same list with reasons. */
interface StyleRule {
  pattern: RegExp;
  write: string;
}

export const STYLE: readonly StyleRule[] = [
  { pattern: /(?<!\{)\bgsm\b/i, write: 'g/m²' },
  { pattern: /\d (?:degrees|deg)\b|\d°C/, write: '75 °C' },
  { pattern: /\d{2} 000\b/, write: '40,000' },
  { pattern: /(?<![\w-]|\b(?:EN|ISO|IS) )\d+-\d+(?![\w-])/, write: '12–15, with an en dash' },
  { pattern: /(?<![\w.])-\d/, write: 'a sentence instead of a minus: "1 cm above the floor"' },
  { pattern: /\d ?x ?\d/, write: '40 × 180' },
  { pattern: /\d(?:cm|mm|kg|g)\b/, write: '40 cm, with a space' },
  { pattern: /(?<!Let)'|"/, write: '’ and “ ”' },
  { pattern: / [-—] |—/, write: 'a colon, a comma or a full stop' },
  { pattern: /\be-mails?\b/i, write: 'email, as the messages of the forms do' },
  { pattern: /(?<!Skincare, )\bmakeup\b/i, write: 'make-up' },
  { pattern: /\bjournal\b/i, write: 'The Swatch Book, or the blog' },
  { pattern: /\bclick\b/i, write: 'press, choose or open' },
  { pattern: /\bwalk in\b/i, write: 'visit: the directions ask for a word on the day before' },
  { pattern: /\bread across,/i, write: 'nothing of rows and columns: a phone stacks them' },
  { pattern: /\bproduct register\b/i, write: 'what it holds: "We do not keep a catalogue"' },
  { pattern: /\bfour hours every day\b/i, write: 'four hours daily' },
  { pattern: /\bby card\b(?! or UPI)/i, write: 'by card or UPI' },
  { pattern: /\bback to (?:your|the) card\b/i, write: 'back to where it came from' },
  { pattern: /\.\.\./, write: '…' },
  { pattern: / {2}|^\s|\s$/, write: 'one space' },
];
