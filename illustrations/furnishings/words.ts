import { contentOf, type Lines, lettered, type Named } from '../core/words';

interface FurnishingsPage {
  readonly categories: {
    readonly tabs: readonly {
      readonly tiles: readonly { readonly picture: { readonly file: string }; readonly note?: Named }[];
    }[];
  };
}

const page = contentOf<FurnishingsPage>('mf-marketing/src/content/furnishings.content.json');
const tiles = page.categories.tabs.flatMap(({ tiles }) => tiles);

/** The two lines that the furnishings page shows below a tile, to letter into its picture; empty where it shows none. */
export function wordsOf(picture: string): Lines {
  const note = tiles.find(({ picture: { file } }) => file === `furnishings/${picture}.svg`)?.note;
  return lettered(note ? [note] : [])[0] ?? ['', ''];
}
