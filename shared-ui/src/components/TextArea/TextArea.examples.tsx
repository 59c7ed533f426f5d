import type { Example } from '../../samples/example';
import { TextArea } from './TextArea';

export const examples: Example[] = [
  { name: 'empty', render: () => <TextArea name="message" label="Message" required /> },
  {
    name: 'filled',
    render: () => (
      <TextArea
        name="message"
        label="Message"
        required
        defaultValue={'Forty front-of-house sets for a resort in Kovalam.\nLinen, two colours.'}
      />
    ),
  },
  {
    name: 'error',
    render: () => <TextArea name="message" label="Message" required error="Please enter your message." />,
  },
];
