/** Names under which secrets are written down, in any spelling: `dbPassword`, `API_KEY`, `client-secret`. */
const NAME =
  '[\\w$.-]{0,40}(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|(?:auth|access|bearer)[_-]?token|credentials?)';

/** `password = "…"`, `{ apiKey: '…' }`, `"client_secret":"…"`. */
const IN_CODE = new RegExp(`(${NAME})["']?\\s*[:=]\\s*(["'\`])([^"'\`\\s\\\\]{8,200})\\2`, 'gi');
/** The same without quotation marks, as people write it in comments. */
const IN_WORDS = new RegExp(`(${NAME})\\s*[:=]\\s*["'\`]?([^"'\`\\s;,*]{8,200})`, 'gi');

const COMMENT = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;

/** What stands there in place of a value: a template, a message, an attribute of a form, an address. */
const isPlaceholder = (name: string, value: string): boolean =>
  /\$\{|^(current|new)-password$|^https?:|^[./#]|^<.*>$|^[*x.]+$|^(your|my|the)[-_]/i.test(value) ||
  value.toLowerCase().replaceAll(/[^a-z]/g, '') === name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** A word that people would read, and no machine would take for a key: letters of one case, dashes and dots. */
const isWord = (value: string): boolean =>
  /^[a-z]+([-_.][a-z]+)*$|^[A-Z]+(_[A-Z]+)*$|^[a-z]+([A-Z][a-z]+)*$/.test(value);

const isPassword = (name: string): boolean => /passw(?:or)?d|passphrase/i.test(name);

/** Names of what looks like a secret with its value beside it. @param isText true for a file of words, such as a licence */
export function secretLiterals(text: string, isText: boolean): string[] {
  const found = new Set<string>();
  for (const [, name = '', , value = ''] of text.matchAll(IN_CODE)) {
    const isReadable = isWord(value) && !(isPassword(name) && value.length >= 12 && /[-_.]/.test(value));
    if (!isPlaceholder(name, value) && !isReadable) found.add(name);
  }
  const comments = isText ? [text] : (text.match(COMMENT) ?? []);
  for (const comment of comments)
    for (const [, name = '', value = ''] of comment.matchAll(IN_WORDS))
      if (!isPlaceholder(name, value) && !isWord(value)) found.add(name);
  return [...found].map((name) => `a value for "${name}"`);
}
