import type { Example } from '../../samples/example';
import { LinkButton } from './LinkButton';

export const examples: Example[] = [
  {
    name: 'variants',
    render: () => (
      <p>
        <LinkButton href="#home">Back home</LinkButton>{' '}
        <LinkButton href="#courses" variant="secondary">
          See the courses
        </LinkButton>{' '}
        <LinkButton href="#post" variant="quiet">
          Read the post
        </LinkButton>
      </p>
    ),
  },
];
