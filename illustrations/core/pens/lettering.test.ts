import { inCapitals } from '../words';
import { lettering } from './lettering';

test('what an editor writes can be lettered; a letter without a glyph is named', () => {
  for (const text of ['260 g/m²', '274 × 284 cm', 'Sprig crêpe', '5 % open'])
    expect(() => lettering(inCapitals(text), 0, 0, 12)).not.toThrow();
  expect(() => lettering('NO. 4 €', 0, 0, 12)).toThrow('"€"');
});
