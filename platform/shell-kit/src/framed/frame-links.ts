/** An address that its page shows in the site, not in the frame. */
const isOnSite = (url: URL, page: URL): boolean => url.origin === page.origin;

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * Links within a frame. The page follows those to the site, and those within the page scroll. All others open a window of
 * their own.
 * @param address of the page on the site
 */
export function followFrameLinks(address: string, navigate: (path: string) => void): void {
  const page = new URL(address);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    const url = new URL(link.getAttribute('href') ?? '', page);
    if (!isOnSite(url, page)) return void link.setAttribute('target', '_blank');
    event.preventDefault();
    const isHere = url.pathname === page.pathname && url.search === page.search;
    if (isHere && url.hash) document.getElementById(decodeURIComponent(url.hash.slice(1)))?.scrollIntoView();
    else navigate(url.pathname + url.search + url.hash);
  });
}
