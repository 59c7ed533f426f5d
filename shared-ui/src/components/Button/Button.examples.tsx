import type { Example } from '../../samples/example';
import { Button } from './Button';

export const examples: Example[] = [
  {
    name: 'variants',
    render: () => (
      <p>
        <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
        <Button variant="quiet">Read the whole story</Button>
      </p>
    ),
  },
  {
    name: 'disabled',
    render: () => (
      <p>
        <Button disabled>Let's Get Started</Button>{' '}
        <Button variant="secondary" disabled>
          Download Brochure
        </Button>
      </p>
    ),
  },
  { name: 'busy', render: () => <Button busy>Sending...</Button> },
  {
    name: 'on indigo',
    render: () => (
      <div data-ground="indigo">
        <Button>Let's Get Started</Button> <Button variant="secondary">Download Brochure</Button>{' '}
        <Button variant="quiet">Read the whole story</Button>
      </div>
    ),
  },
];
