import type { ComponentType } from 'react';
import type { CardProps } from '../components/CardTitle/CardTitle';
import type { Example } from './example';
import { furnishing } from './pictures';

/** What every form of card is shown with. */
export const cardExamples = (Card: ComponentType<CardProps>): Example[] => [
  {
    name: 'with picture',
    render: () => (
      <Card
        title="Bed linens"
        meta="300 TC, percale"
        text="Combed cotton, mitred corners, a hem that lies flat after the mangle."
        picture={furnishing('bed-linens', 'A made bed')}
        href="#bed-linens"
      />
    ),
  },
  {
    name: 'words alone',
    render: () => <Card title="Logo embroidery" meta="No. 02" text="Thread matched to your colour book." />,
  },
];
