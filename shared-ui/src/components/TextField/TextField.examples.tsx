import type { Example } from '../../samples/example';
import { TextField } from './TextField';

export const examples: Example[] = [
  { name: 'empty', render: () => <TextField name="fname" label="First name" autoComplete="given-name" required /> },
  {
    name: 'hint',
    render: () => (
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        hint="With country code if abroad."
        defaultValue="+91 98400 00000"
        required
      />
    ),
  },
  {
    name: 'error',
    render: () => (
      <TextField
        name="email"
        type="email"
        label="Email"
        error="Please enter an email address such as name@example.com."
        defaultValue="meena@"
        required
      />
    ),
  },
  {
    name: 'read only',
    render: () => <TextField name="course" label="Course" defaultValue="Online Course" readOnly required />,
  },
  { name: 'optional', render: () => <TextField name="company" label="Organisation" /> },
];
