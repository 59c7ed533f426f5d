import type { Example } from '../../samples/example';
import { furnishing } from '../../samples/pictures';
import { TapeCard } from './TapeCard';

export const examples: Example[] = [
  {
    name: 'with picture',
    render: () => (
      <TapeCard
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
    render: () => <TapeCard title="Logo embroidery" meta="No. 02" text="Thread matched to your colour book." />,
  },
];
