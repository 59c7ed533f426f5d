/** Follow from how long the page is, not from what was declared. */
const FOLLOWS_CONTENT =
  /^(block-size|height|inline-size|width|perspective-origin|transform-origin|inset|top|bottom|left|right|contain-intrinsic)/;

/**
 * Compares the page with and without the style sheets of one app. Finds changes of elements that are neither in the
 * slot nor in a fragment of this app. To be run in the page.
 * @returns lines such as `body margin-top: 0px → 40px`
 */
export const styleLeaks = ([app, ignored, place]: readonly [app: string, ignored: string, place: string]): string[] => {
  const follows = new RegExp(ignored);
  const outside = [
    ...document.querySelectorAll<HTMLElement>('html, body, #app, header, header *, main, footer, footer *'),
  ].filter((element) => {
    // The place itself is its holder's.
    const holder = element.parentElement?.closest(`[${place}]`);
    return !element.closest('#slot') && !holder?.getAttribute(place)?.startsWith(`${app}/`);
  });
  const read = () =>
    outside.map((element) => {
      const style = getComputedStyle(element);
      return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
    });
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ href }) =>
    new URL(href).pathname.startsWith(`/_releases/${app}/`),
  );
  const withThem = read();
  for (const { sheet } of sheets) if (sheet) sheet.disabled = true;
  const without = read();
  for (const { sheet } of sheets) if (sheet) sheet.disabled = false;
  const found = new Set<string>();
  for (const [index, element] of outside.entries()) {
    const [is, was] = [withThem[index] ?? {}, without[index] ?? {}];
    for (const name of Object.keys(is)) {
      if (follows.test(name) || is[name] === was[name]) continue;
      found.add(`${element.tagName.toLowerCase()} ${name}: ${was[name]} → ${is[name]}`);
    }
  }
  return [...found].slice(0, 10);
};

export const IGNORED_PROPERTIES = FOLLOWS_CONTENT.source;
