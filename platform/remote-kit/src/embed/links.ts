interface LinkOptions {
  /** Origin of the site that the remote is of. */
  site: string;
  /** @returns whether the remote shows this page itself */
  open(address: URL): boolean;
  /** The page of the site that is shown now. */
  current(): URL;
}

/** Address attributes by which an element leads somewhere. */
const LEADS = 'a[href^="/"], area[href^="/"]';

const plain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const leadToSite = (root: ShadowRoot, site: string): void => {
  for (const link of root.querySelectorAll(LEADS)) {
    link.setAttribute('href', new URL(link.getAttribute('href') ?? '/', site).href);
  }
};

/**
 * Links of an embedded remote: those to its own pages stay within it, all others lead to the site. So do forms that
 * send something, because the site's API takes them from its own pages only.
 * @returns what ends that
 */
export function followLinks(root: ShadowRoot, { site, open, current }: LinkOptions): () => void {
  const onClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !(event instanceof MouseEvent) || !plain(event) || event.defaultPrevented || link.target) return;
    const url = new URL(link.getAttribute('href') ?? '', current());
    if (url.origin !== site || link.hasAttribute('download')) return;
    const here = current();
    if (url.hash && url.pathname === here.pathname && url.search === here.search) {
      event.preventDefault();
      root.getElementById(decodeURIComponent(url.hash.slice(1)))?.scrollIntoView();
      return;
    }
    if (open(url)) event.preventDefault();
    else link.href = url.href;
  };
  const onSubmit = (event: Event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.location.assign(current());
  };
  const watch = new MutationObserver(() => leadToSite(root, site));
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
  leadToSite(root, site);
  root.addEventListener('click', onClick);
  root.addEventListener('submit', onSubmit, true);
  return () => {
    watch.disconnect();
    root.removeEventListener('click', onClick);
    root.removeEventListener('submit', onSubmit, true);
  };
}
