import { SelectField, TextField } from '@wholepage/staff-kit/browser/forms';
import type { Company } from 'site/config';

export interface FormProps {
  value: unknown;
  onChange(value: unknown): void;
}

const LINES = [
  { key: 'name', label: 'Name' },
  { key: 'furnishingsLine', label: 'Name of the furnishings line' },
  { key: 'parentGroup', label: 'Group' },
  { key: 'email', label: 'Email address', type: 'email' },
  { key: 'chat', label: 'Number for the chat app', hint: 'Digits with the country’s code, such as 919840001973.' },
] as const;
const MAILS = [
  {
    key: 'to',
    label: 'Address to which enquiries go',
    hint: 'Not shown on the site. Leave it empty for that of the settings, or else the email address above.',
  },
  {
    key: 'from',
    label: 'Sender of mails',
    hint: 'Your mail server must allow it. Leave it empty for that of the settings, or else the email address above.',
  },
] as const;
const INCLUDED = [
  ['', 'Say nothing of it'],
  ['yes', 'GST is included'],
] as const;
const TEXTS = [
  { key: 'about', label: 'About, at the foot of each page', rows: 3 },
  { key: 'description', label: 'Description for search engines', rows: 2 },
  { key: 'keywords', label: 'Keywords', rows: 2 },
] as const;

/** Props of a field with one item a line. Empty lines are removed when the field loses focus. */
const linesOf = (lines: readonly string[], put: (lines: string[]) => void) => ({
  value: lines.join('\n'),
  onChange: (text: string) => put(text.split('\n')),
  onBlur: () => {
    const filled = lines.filter((line) => line.trim() !== '');
    if (filled.length < lines.length) put(filled);
  },
});

/** Form of the company's facts. The server checks them by the rules of company.json. */
export function CompanyForm({ value, onChange }: FormProps) {
  // Values from the file or the office have passed the same checks.
  const company = value as Company;
  const set = (patch: Partial<Company>) => onChange({ ...company, ...patch });
  const field = (key: (typeof LINES | typeof TEXTS)[number]['key']) => ({
    value: company[key],
    required: true,
    onChange: (text: string) => set({ [key]: text }),
  });
  const [first, second] = company.phones;
  const setMail = (key: 'from' | 'to', address: string) => {
    const { [key]: _before, ...other } = company.mail ?? {};
    const mail = address === '' ? other : { ...other, [key]: address };
    set({ mail: Object.keys(mail).length > 0 ? mail : undefined });
  };
  const setGst = (patch: Company['gst']) => {
    const gst = { ...company.gst, ...patch };
    set({ gst: gst.rate !== undefined || gst.included ? gst : undefined });
  };
  return (
    <>
      <fieldset>
        <legend>Who you are</legend>
        {LINES.map(({ key, ...line }) => (
          <TextField key={key} {...line} {...field(key)} />
        ))}
        <TextField
          label="Since"
          type="number"
          value={String(company.since)}
          required
          onChange={(text) => set({ since: Number(text) })}
        />
      </fieldset>
      <fieldset>
        <legend>How to reach you</legend>
        <TextField
          label="Phone, shown first"
          value={first}
          required
          onChange={(text) => set({ phones: [text, second] })}
        />
        <TextField label="Second phone" value={second} required onChange={(text) => set({ phones: [first, text] })} />
        <TextField
          label="Address, a line each"
          rows={4}
          required
          {...linesOf(company.address, (address) => set({ address }))}
        />
        <TextField
          label="Opening hours, a line each"
          rows={2}
          hint="On the contact page. Leave it empty to say nothing."
          {...linesOf(company.hours ?? [], (hours) => set({ hours: hours.join('') === '' ? undefined : hours }))}
        />
        {company.social.map((link, index) => (
          <TextField
            key={link.icon}
            label={`Link to ${link.name}`}
            type="url"
            value={link.url}
            required
            onChange={(url) => set({ social: company.social.map((one, at) => (at === index ? { ...one, url } : one)) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Mails</legend>
        {MAILS.map(({ key, ...mail }) => (
          <TextField
            key={key}
            {...mail}
            type="email"
            value={company.mail?.[key] ?? ''}
            onChange={(address) => setMail(key, address)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Tax on courses</legend>
        <TextField
          label="GST in per cent"
          type="number"
          min={0.01}
          max={100}
          step="any"
          value={String(company.gst?.rate ?? '')}
          hint="Said where a course is paid for. Leave it empty to say that GST is invoiced separately, and no rate."
          onChange={(rate) => setGst({ rate: rate === '' ? undefined : Number(rate) })}
        />
        <SelectField
          label="Prices without “+ GST”"
          value={company.gst?.included ? 'yes' : ''}
          options={INCLUDED}
          onChange={(included) => setGst({ included: included === 'yes' || undefined })}
        />
      </fieldset>
      <fieldset>
        <legend>What you say of yourselves</legend>
        {TEXTS.map(({ key, ...text }) => (
          <TextField key={key} {...text} {...field(key)} />
        ))}
      </fieldset>
    </>
  );
}
