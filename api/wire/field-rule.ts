/**
 * What a text field of a form must hold. Plain data without the schema library, because browsers read it too: as the
 * input's own constraints and as the check before sending. The API's schemas are made of the same records.
 */
export interface FieldRule {
  /** As sent, and as the API stores it. */
  readonly name: string;
  readonly label: string;
  /** What the field is called within "Please enter your …"; its label in small letters unless given. */
  readonly noun?: string;
  readonly kind: 'text' | 'email' | 'tel' | 'area';
  /** In UTF-16 units, as `maxlength` counts. */
  readonly maxLength: number;
  readonly autoComplete?: string;
  /** It may be left empty. */
  readonly optional?: true;
  /** What lists, search and replies know it as. Left out, it is kept among the answers, by its own name. */
  readonly column?: Column;
  /** It shares its line with its neighbour where there is room. */
  readonly half?: true;
}

/** A column of an enquiry that holds a field, whatever the form calls that. */
export type Column = 'fname' | 'lname' | 'name' | 'email' | 'phone' | 'subject' | 'message';

interface Pattern {
  /** Of the whole value, in the syntax that HTML's `pattern` and JSON Schema share. */
  source: string;
  whole: RegExp;
  problem: string;
}

const patternOf = (source: string, problem: string): Pattern => ({
  source,
  whole: new RegExp(`^(?:${source})$`, 'u'),
  problem,
});

/** How a kind is typed, and how its value must look. An `area` has several lines, and every other kind is an input. */
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

/** Five digits or more, what people put between them, the unseen marks that phones copy along, and an extension. */
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

/** Nothing that anybody sees: spaces, and marks that have no ink. */
const BLANK = /^[\s\p{DI}\u2800]*$/u;

/** Every script has its ten digits in a row, from nought up. */
const plainDigit = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % 10);
};

/** What is kept of a value. Pages and phones copy unseen marks along with addresses and numbers; names need theirs. */
export function keptOf({ kind, maxLength }: Pick<FieldRule, 'kind' | 'maxLength'>, value: string): string {
  if (BLANK.test(value)) return '';
  const text = (KINDS[kind].pattern ? value.replace(/\p{Cf}/gu, '') : value).trim();
  return kind === 'tel' && text.length <= 2 * maxLength ? text.replace(/\p{Nd}/gu, plainDigit) : text;
}

/** What is wrong with a value, in words for whoever typed it; undefined when it may be kept. Spaces around it do not count. */
export function problemOfValue(rule: FieldRule, value: string): string | undefined {
  const { kind, maxLength, optional } = rule;
  const text = keptOf(rule, value);
  if (text === '') return optional ? undefined : missingProblem(rule);
  // Posts without scripts have two characters for the line break that `maxlength` counts as one.
  if (text.replace(/\r\n/g, '\n').length > maxLength)
    return `Please keep your ${nounOf(rule)} under ${maxLength} characters.`;
  if ((kind === 'area' ? CONTROL : CONTROL_OR_BREAK).test(text))
    return `Your ${nounOf(rule)} has characters that cannot be kept.`;
  const { pattern } = KINDS[kind];
  return pattern && !pattern.whole.test(text) ? pattern.problem : undefined;
}
