import type { Example } from '../../samples/example';
import { furnishing } from '../../samples/pictures';
import { CareLabel } from './CareLabel';

export const examples: Example[] = [
  {
    name: 'with picture',
    render: () => (
      <CareLabel
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
    render: () => <CareLabel title="Logo embroidery" meta="No. 02" text="Thread matched to your colour book." />,
  },
];
