import type { Example } from '../../samples/example';
import { FileField } from './FileField';

export const examples: Example[] = [
  {
    name: 'empty',
    render: () => (
      <FileField
        name="inspirations[]"
        label="Your inspiration"
        accept="image/*,application/pdf"
        hint="A picture or a PDF, up to 10 MB."
      />
    ),
  },
  { name: 'sending', render: () => <FileField name="inspirations[]" label="Your inspiration" progress={0.4} /> },
  {
    name: 'error',
    render: () => (
      <FileField name="inspirations[]" label="Your inspiration" error="Please choose a picture or a PDF." />
    ),
  },
];
