import { addLink } from '../testing/browser-parts';
import { clickedAddress, linkAddress } from './links';

beforeEach(() => window.history.replaceState(null, '', '/contact?from=home'));
afterEach(() => document.body.replaceChildren());

const clicked = (attributes: Record<string, string>, change: MouseEventInit = {}): string | undefined => {
  const link = addLink(attributes);
  let address: URL | undefined;
  link.addEventListener('click', (event) => {
    address = clickedAddress(event);
    event.preventDefault();
  });
  link.firstElementChild?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...change }));
  return address?.href;
};

describe('a click that the shell may answer', () => {
  it.each([
    ['a path', '/blog', 'http://localhost/blog'],
    ['an absolute address', 'http://localhost/blog?page=2', 'http://localhost/blog?page=2'],
    ['a relative one', 'blog', 'http://localhost/blog'],
    ['a place on another page', '/blog#latest', 'http://localhost/blog#latest'],
    ['a place on this path with another query', '/contact?from=blog#form', 'http://localhost/contact?from=blog#form'],
    ['this very page', '/contact?from=home', 'http://localhost/contact?from=home'],
  ])('is one on %s', (_what, href, address) => {
    expect(clicked({ href })).toBe(address);
  });

  it('is one on a link that names its own tab', () => {
    expect(clicked({ href: '/blog', target: '_self' })).toBe('http://localhost/blog');
  });
});

describe('a click that is left to the browser', () => {
  it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('has %s', (key) => {
    expect(clicked({ href: '/blog' }, { [key]: true })).toBeUndefined();
  });

  it.each([1, 2])('is of button %i', (button) => {
    expect(clicked({ href: '/blog' }, { button })).toBeUndefined();
  });

  it.each([
    ['opens another tab', { href: '/blog', target: '_blank' }],
    ['opens a frame by name', { href: '/blog', target: 'film' }],
    ['saves a file', { href: '/brochure.pdf', download: '' }],
    ['leads to another origin', { href: 'https://elsewhere.example/blog' }],
    ['leads to another port', { href: 'http://localhost:3100/blog' }],
    ['writes a mail', { href: 'mailto:hello@thimble.example' }],
    ['calls', { href: 'tel:+914455500101' }],
    ['has no address', { name: 'old' }],
    ['cannot be understood', { href: 'http://[' }],
    ['stays on the page', { href: '#form' }],
    ['stays on the page by its full address', { href: '/contact?from=home#form' }],
  ])('is on a link that %s', (_what, attributes) => {
    expect(clicked(attributes)).toBeUndefined();
  });

  it('was answered by another already', () => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    const link = addLink({ href: '/blog' });
    let address: URL | undefined;
    link.firstElementChild?.addEventListener('click', (own) => own.preventDefault());
    link.addEventListener('click', (own) => {
      address = clickedAddress(own as MouseEvent);
    });
    link.firstElementChild?.dispatchEvent(event);
    expect(address).toBeUndefined();
  });

  it('is on no link, or on one drawn within a picture', () => {
    expect(linkAddress(document.body)).toBeUndefined();
    expect(linkAddress(null)).toBeUndefined();
    document.body.innerHTML = '<svg><a href="/blog"><text>Blog</text></a></svg>';
    expect(linkAddress(document.querySelector('text'))).toBeUndefined();
  });
});
