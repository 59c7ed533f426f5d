import type { HeadInput } from '@wholepage/contracts/head';
import { testConfig } from '@wholepage/remote-kit/testing';
import { applyHead } from './turn';

beforeEach(() => {
  window.history.replaceState(null, '', '/blog/linen?utm_source=mail');
  document.head.innerHTML = `<title>Contact</title>
    <meta name="description" content="Write to us."><meta name="keywords" content="contact">
    <meta property="og:title" content="Contact"><meta property="og:image" content="https://site.example/og.png">
    <link rel="canonical" href="https://site.example/contact">
    <script type="application/ld+json">{"@type":"ContactPage"}</script>`;
});

const apply = (head: HeadInput) => applyHead(head, testConfig);
const contents = (selector: string) =>
  [...document.head.querySelectorAll(selector)].map(
    (tag) => tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent,
  );

describe('the head after a soft navigation', () => {
  it("is the new page's, and nothing of it is there twice", () => {
    apply({
      title: 'How linen wears',
      description: 'Two years of it.',
      keywords: 'linen',
      canonical: '/blog/linen',
      image: '/covers/linen.jpg',
      ogType: 'article',
    });
    expect(document.title).toBe('How linen wears');
    expect(contents('title')).toEqual(['How linen wears']);
    expect(contents('meta[name="description"]')).toEqual(['Two years of it.']);
    expect(contents('meta[name="keywords"]')).toEqual(['linen']);
    expect(contents('meta[property="og:title"]')).toEqual(['How linen wears']);
    expect(contents('meta[property="og:description"]')).toEqual(['Two years of it.']);
    expect(contents('meta[property="og:type"]')).toEqual(['article']);
    expect(contents('meta[property="og:url"]')).toEqual(['https://site.example/blog/linen']);
    expect(contents('meta[property="og:image"]')).toEqual(['https://site.example/covers/linen.jpg']);
    expect(contents('link[rel="canonical"]')).toEqual(['https://site.example/blog/linen']);
  });

  it('falls back to the site, the path without its query, and the picture of the site', () => {
    const { site } = testConfig;
    apply({ title: '' });
    expect(document.title).toBe(site.name);
    expect(contents('meta[name="description"]')).toEqual([site.description]);
    expect(contents('meta[name="keywords"]')).toEqual([site.keywords]);
    expect(contents('meta[property="og:type"]')).toEqual(['website']);
    expect(contents('link[rel="canonical"]')).toEqual(['https://site.example/blog/linen']);
    expect(contents('meta[property="og:image"]')).toEqual(['https://site.example/_site/og.png']);
  });

  it('is shared with the picture of the site where its own is a drawing, which networks do not show', () => {
    apply({ title: 'Aviation', image: '/_releases/mf-products/assets/aviation.3849f126d69e.svg' });
    expect(contents('meta[property="og:image"]')).toEqual(['https://site.example/_site/og.png']);
  });

  it('keeps a page out of search engines, and lets the next one in again', () => {
    apply({ title: 'Thank you', noindex: true });
    expect(contents('meta[name="robots"]')).toEqual(['noindex']);
    expect(contents('link[rel="canonical"]')).toEqual([]);
    apply({ title: 'Blog' });
    expect(contents('meta[name="robots"]')).toEqual([]);
    expect(contents('link[rel="canonical"]')).toEqual(['https://site.example/blog/linen']);
  });

  it('renews the picture: that of the page before stands for no other', () => {
    apply({ title: 'Linen', image: '/covers/linen.jpg' });
    apply({ title: 'Contact' });
    expect(contents('meta[property="og:image"]')).toEqual(['https://site.example/_site/og.png']);
  });

  it('makes addresses in records whole, as the server does', () => {
    apply({ title: 'Linen', jsonLd: [{ '@type': 'BlogPosting', url: '/blog/linen', image: ['/covers/linen.jpg'] }] });
    expect(JSON.parse(contents('script[type="application/ld+json"]')[0] ?? '')).toMatchObject({
      url: 'https://site.example/blog/linen',
      image: ['https://site.example/covers/linen.jpg'],
    });
  });

  it("holds the new page's records alone", () => {
    apply({ title: 'Linen', jsonLd: [{ '@type': 'BlogPosting' }, { '@type': 'BreadcrumbList' }] });
    const types = () =>
      contents('script[type="application/ld+json"]').map(
        (text) => (JSON.parse(text ?? '') as { '@type': string })['@type'],
      );
    expect(types()).toEqual(['BlogPosting', 'BreadcrumbList']);
    apply({ title: 'Contact' });
    expect(types()).toEqual([]);
  });
});
