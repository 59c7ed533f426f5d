import { CARDS } from './cards.examples';
import { FORMS } from './forms.examples';
import { MOVING } from './moving.examples';
import type { Catalogue } from './samples';
import { WORDS } from './words.examples';

/** Every component in its states, by name. Feeds the gallery, the axe test and the screenshots. */
export const CATALOGUE: Catalogue = Object.fromEntries(
  Object.entries({ ...WORDS, ...CARDS, ...FORMS, ...MOVING }).sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** Each state of each component. */
export const EXAMPLES = Object.entries(CATALOGUE).flatMap(([name, states]) =>
  Object.entries(states).map(([state, example]) => ({ name, state, example })),
);

/** Examples that a server renders. An open video is none: it opens on a click, and React's HTML omits `muted`. */
export const SERVED_EXAMPLES = EXAMPLES.filter(({ name }) => name !== 'VideoDialogOpen');
