import { contentOf, type Lines, lettered, type Named } from '../core/words';

interface FurnishingsPage {
  readonly categories: {
    readonly tabs: readonly {
      readonly tiles: readonly { readonly picture: { readonly file: string }; readonly lettering?: Named }[];
    }[];
  };
}

const page = contentOf<FurnishingsPage>('mf-marketing/src/content/furnishings.content.json');
const tiles = page.categories.tabs.flatMap(({ tiles }) => tiles);

/** The two lines to letter into the picture of a tile; empty where it has none. */
export function wordsOf(picture: string): Lines {
  const lettering = tiles.find(({ picture: { file } }) => file === `furnishings/${picture}.svg`)?.lettering;
  return lettered(lettering ? [lettering] : [])[0] ?? ['', ''];
}
