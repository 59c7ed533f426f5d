import { WIDTHS } from './open-page';

/** One way in which a page is looked at. */
export interface View {
  path: string;
  width: (typeof WIDTHS)[number];
  scripts: boolean;
  /** False: with an API that nobody answers at. */
  api: boolean;
}

export const viewInWords = ({ path, width, scripts, api }: View): string =>
  `${path} at ${width}${scripts ? '' : ', without scripts'}${api ? '' : ', with the API down'}`;

/**
 * Every page comes to life at both widths. Without scripts and without the API it is laid out at both, but loaded once.
 * @param hasApi false: all that there is to see is how pages are while the API is down
 */
export const viewsOf = (pages: readonly string[], hasApi: boolean): View[] =>
  pages.flatMap((path) => [
    ...WIDTHS.map((width) => ({ path, width, scripts: true, api: hasApi })),
    { path, width: WIDTHS[0], scripts: false, api: hasApi },
    ...(hasApi ? [{ path, width: WIDTHS[0], scripts: true, api: false }] : []),
  ]);

/** Views that are laid out at the other width, too, since nothing else tells of that. */
export const isLaidOutTwice = ({ scripts, api }: View, hasApi: boolean): boolean => !scripts || (hasApi && !api);
