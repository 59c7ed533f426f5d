import type { Example } from '../../samples/example';
import { quietShell, sampleConfig } from '../../samples/site';
import { GetInTouch } from './GetInTouch';

export const examples: Example[] = [
  {
    name: 'home',
    render: () => (
      <GetInTouch
        form="home"
        text="Tell us who wears it, and where. A pattern cutter answers within two working days."
        config={sampleConfig}
        shell={quietShell}
      />
    ),
  },
];
