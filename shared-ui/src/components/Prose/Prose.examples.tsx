import type { Example } from '../../samples/example';
import { Prose } from './Prose';

export const examples: Example[] = [
  {
    name: 'post',
    render: () => (
      <Prose>
        <p>
          Linen wrinkles because flax has no stretch. That is also why it lasts: the fibre does not tire. A napkin that
          was woven for a wedding is still on the table at the golden one, softer by then and none the thinner.
        </p>
        <h2>How linen wears</h2>
        <p>Three things decide it, and only one of them is the cloth.</p>
        <ul>
          <li>How it is washed, and how hot.</li>
          <li>How it is dried: never bone dry, never in a heap.</li>
        </ul>
        <blockquote>
          <p>Cloth remembers how it was treated.</p>
        </blockquote>
        <ol>
          <li>Soak before the first use.</li>
          <li>Iron while damp.</li>
        </ol>
      </Prose>
    ),
  },
];
