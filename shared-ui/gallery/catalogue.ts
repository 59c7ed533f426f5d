import { CARDS } from './cards.examples';
import { FORMS } from './forms.examples';
import { MOVING } from './moving.examples';
import type { Catalogue } from './samples';
import { WORDS } from './words.examples';

/** Every component in its states, by name. Feeds the gallery, the axe test and the screenshots. */
export const CATALOGUE: Catalogue = Object.fromEntries(
  Object.entries({ ...WORDS, ...CARDS, ...FORMS, ...MOVING }).sort(([one], [other]) => (one < other ? -1 : 1)),
);
