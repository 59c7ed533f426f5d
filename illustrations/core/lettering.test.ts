import { lettering } from './lettering';
import { inCapitals } from './words';

test('what an editor writes can be lettered; a letter without a glyph is named', () => {
  for (const text of ['260 g/m²', '274 × 284 cm', 'Sprig crêpe', '5 % open'])
    expect(() => lettering(inCapitals(text), 0, 0, 12)).not.toThrow();
  expect(() => lettering('NO. 4 €', 0, 0, 12)).toThrow('"€"');
});
