import { formSchema } from './enquiries';
import { type FieldRule, KINDS, keptOf, problemOfValue } from './field-rule';
import { ENROLMENT_FIELDS, FORMS } from './forms';
import { enrolmentSchema } from './orders';
import { requiredOf } from './testing/sample-form';

const ruleOf = (name: string): FieldRule => {
  const rule = [...FORMS.contact.fields, ...FORMS.studio.fields].find((candidate) => candidate.name === name);
  if (!rule) throw new Error(`No field ${name}`);
  return rule;
};

test.each([
  ['name', '  ', 'Please enter your name.'],
  ['name', '\u200b\u2060 \u3164', 'Please enter your name.'],
  ['email', '', 'Please enter your email.'],
  ['number', ' ', 'Please enter your phone number.'],
  ['name', 'x'.repeat(121), 'Please keep your name under 120 characters.'],
  ['name', 'A\nB', 'Your name has characters that cannot be kept.'],
  ['message', 'a\u0000b', 'Your message has characters that cannot be kept.'],
  ['email', 'meena@mill', 'Please enter an email address such as name@example.com.'],
  ['email', 'a..b@mill.example', 'Please enter an email address such as name@example.com.'],
  ['phone', 'call me', 'Please enter a phone number such as +91 98400 00000.'],
  ['phone', '.....', 'Please enter a phone number such as +91 98400 00000.'],
  ['phone', '\u202a1234\u202c', 'Please enter a phone number such as +91 98400 00000.'],
  ['phone', '(+- 12 34', 'Please enter a phone number such as +91 98400 00000.'],
  ['phone', '044 5550 ext', 'Please enter a phone number such as +91 98400 00000.'],
  ['phone', '1234', 'Please enter a phone number such as +91 98400 00000.'],
])('of %s, %j is refused', (name, value, problem) => {
  expect(problemOfValue(ruleOf(name), value)).toBe(problem);
});

test.each([
  ['name', 'O’Neil-Śmith 🧵'],
  ['email', " o'neil+mill@sub.mill.example "],
  // Copied from a page that lets long words break.
  ['email', '\u00a0meena@\u200bmill.example\u200b'],
  ['phone', '+91 (44) 5550-1973/4.5'],
  ['phone', '०९८४०० ०१९७३'],
  ['phone', '+91 44 5550 1973 ext 5'],
  ['phone', '044-55501973 Extn. 12'],
  ['phone', '04455501973x12'],
  // Copied from a list of contacts, and from a page with typographic dashes.
  ['phone', '\u202a+91 98400 00000\u202c'],
  ['phone', '044 – 5550\u20111973'],
  ['phone', '+91 44 5550 1973 EXT: 5'],
  ['message', 'two\tlines\r\nof text'],
])('of %s, %j may be kept', (name, value) => {
  expect(problemOfValue(ruleOf(name), value)).toBeUndefined();
});

test.each([
  ['phone', '\u202a+९१ ௯௮௪०० ０١۹7٣\u202c', '+91 98400 01973'],
  ['phone', '044\u00a0– 5550\u20111973', '044 - 5550-1973'],
  ['email', '\u00a0meena@\u200bmill.example\u200b', 'meena@mill.example'],
  // Zero-width joiners belong to the spelling of a name.
  ['name', ' രാജന്\u200d ', 'രാജന്\u200d'],
])('of %s, %j is kept as %j', (name, value, kept) => {
  expect(formSchema('contact').shape[name]?.parse(value)).toBe(kept);
});

test('of what is longer than any phone number, no digit is read', () => {
  const digits = '\u{1d7ff}'.repeat(10_000);
  expect(keptOf(ruleOf('phone'), digits)).toBe(digits);
});

test('a line break of a post without scripts is one character, as the browser counted it', () => {
  expect(problemOfValue(ruleOf('message'), `${'x\r\n'.repeat(2499)}xx`)).toBeUndefined();
  expect(problemOfValue(ruleOf('message'), `${'x\r\n'.repeat(2499)}xxx`)).toMatch(/under 5000/);
});

test.each(Object.entries(FORMS))(
  'no two fields of the form %s share a name or a column, and one is the e-mail',
  (_, { fields }) => {
    const names = fields.map(({ name }) => name);
    const columns = fields.flatMap(({ column }) => column ?? []);
    expect([names, columns]).toEqual([[...new Set(names)], [...new Set(columns)]]);
    expect(columns).toContain('email');
  },
);

test('patterns are ones that the browser takes for an input', () => {
  for (const { pattern } of Object.values(KINDS))
    expect(() => new RegExp(`^(?:${pattern?.source ?? ''})$`, 'v')).not.toThrow();
});

test('the schemas ask for the same fields in the same words', () => {
  const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
    result.error?.issues.map(({ message }) => message);
  const missing = (rules: readonly FieldRule[]) =>
    rules.map(({ noun, label }) => `Please enter your ${noun ?? label.toLowerCase()}.`);
  for (const form of ['home', 'modal', 'contact', 'studio'] as const) {
    expect(messages(formSchema(form).safeParse({}))).toEqual(missing(requiredOf(form)));
  }
  expect(messages(enrolmentSchema.safeParse({ course: 'online' }))).toEqual(missing(ENROLMENT_FIELDS));
  expect(formSchema('studio').parse({ name: ' Meera ', number: '12345', email: 'm@x.example' })['name']).toBe('Meera');
});
