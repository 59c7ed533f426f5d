/**
 * Rule of a form's text field. Plain data without a schema library, because browsers use it, too: as input constraints,
 * and for the check before sending. The API's schemas derive from the same records.
 */
export interface FieldRule {
  /** Name as sent and as stored. */
  readonly name: string;
  readonly label: string;
  /** Noun in "Please enter your …"; default: the label in lower case. */
  readonly noun?: string;
  readonly kind: 'text' | 'email' | 'tel' | 'area';
  /** Longest value in UTF-16 units, as `maxlength` counts. */
  readonly maxLength: number;
  readonly autoComplete?: string;
  /** Whether it may be empty. */
  readonly optional?: true;
  /** Column that lists, search and replies use. Left out, the value is stored among the answers by its name. */
  readonly column?: Column;
  /** Whether it shares a line with its neighbour where there is room. */
  readonly half?: true;
}

/** Columns of an enquiry that hold fields, whatever their names in a form. */
export type Column = 'fname' | 'lname' | 'name' | 'email' | 'phone' | 'subject' | 'message';

interface Pattern {
  /** Pattern of the whole value, in the syntax common to HTML's `pattern` and JSON Schema. */
  source: string;
  whole: RegExp;
  problem: string;
}

const patternOf = (source: string, problem: string): Pattern => ({
  source,
  whole: new RegExp(`^(?:${source})$`, 'u'),
  problem,
});

/** Input type and pattern of a kind. An `area` has several lines; all others are inputs. */
interface Kind {
  /** `type` of the input. */
  readonly type: 'text' | 'email' | 'tel';
  readonly inputMode?: 'email' | 'tel' | 'numeric';
  readonly pattern?: Pattern;
}

const EMAIL = patternOf(
  "(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+\\-.]*[A-Za-z0-9_+\\-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}",
  'Please enter an email address such as name@example.com.',
);

/** At least five digits with usual separators, invisible characters that phones copy along, and an extension. */
const TEL = patternOf(
  '(?:[\\s\\(\\)+.\\/\\p{Pd}\\p{Cf}]*\\p{Nd}){5,}[\\s\\(\\)+.\\/\\p{Pd}\\p{Cf}]*(?:(?:[,#xX]|[eE][xX][tT]\\w*)[.:=]?\\s*\\p{Nd}{1,6})?',
  'Please enter a phone number such as +91 98400 00000.',
);

export const KINDS: Readonly<Record<FieldRule['kind'], Kind>> = {
  text: { type: 'text' },
  area: { type: 'text' },
  email: { type: 'email', inputMode: 'email', pattern: EMAIL },
  tel: { type: 'tel', inputMode: 'tel', pattern: TEL },
};

const CONTROL = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u;
const CONTROL_OR_BREAK = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

const nounOf = ({ noun, label }: Pick<FieldRule, 'noun' | 'label'>): string => noun ?? label.toLowerCase();

export const missingProblem = (rule: Pick<FieldRule, 'noun' | 'label'>): string => `Please enter your ${nounOf(rule)}.`;

/** A value of invisible characters only. */
const BLANK = /^[\s\p{DI}\u2800]*$/u;

/** Converts a digit of any script to ASCII: Unicode has each script's digits in sequence from 0. */
const plainDigit = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % 10);
};

/** Returns the value to store. Invisible characters, often copied, are removed from addresses and numbers, not from names. */
export function keptOf({ kind, maxLength }: Pick<FieldRule, 'kind' | 'maxLength'>, value: string): string {
  if (BLANK.test(value)) return '';
  const text = (KINDS[kind].pattern ? value.replace(/\p{Cf}/gu, '') : value).trim();
  if (kind !== 'tel' || text.length > 2 * maxLength) return text;
  // The search cuts numbers at typographic dashes and spaces.
  return text.replace(/[\p{Pd}\p{Zs}]/gu, (sign) => (sign.trim() ? '-' : ' ')).replace(/\p{Nd}/gu, plainDigit);
}

/** Returns a sentence on what is wrong with a value; undefined when it is valid. Surrounding spaces do not count. */
export function problemOfValue(rule: FieldRule, value: string): string | undefined {
  const { kind, maxLength, optional } = rule;
  const text = keptOf(rule, value);
  if (text === '') return optional ? undefined : missingProblem(rule);
  // Form posts have CRLF for a line break, which `maxlength` counts as one character.
  if (text.replace(/\r\n/g, '\n').length > maxLength)
    return `Please keep your ${nounOf(rule)} under ${maxLength} characters.`;
  if ((kind === 'area' ? CONTROL : CONTROL_OR_BREAK).test(text))
    return `Your ${nounOf(rule)} has characters that cannot be kept.`;
  const { pattern } = KINDS[kind];
  return pattern && !pattern.whole.test(text) ? pattern.problem : undefined;
}
