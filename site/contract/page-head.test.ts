import { headSchema } from '@wholepage/contracts/head';
import { pageHead } from './page-head';
import { testConfig as config } from './testing';

const meta = {
  title: 'About {name}',
  description: 'Makers since {since}.',
  keywords: 'uniforms, {group}',
  image: { src: '/about.svg', width: 1200, height: 630, alt: '' },
};
const url = new URL('https://site.example/about-us?page=2&utm_source=post#legacy');

it('names the company, the picture and the path without what follows it', () => {
  expect(pageHead(meta, { url, config })).toEqual({
    title: 'About Test & Thimble',
    description: 'Makers since 1973.',
    keywords: 'uniforms, a Distaff Group company',
    canonical: '/about-us',
    image: '/about.svg',
  });
});

it('takes along what the page adds, in the shape that the composer expects', () => {
  const jsonLd = [{ '@type': 'AboutPage' }];
  expect(headSchema.parse(pageHead(meta, { url, config }, { jsonLd, noindex: true }))).toMatchObject({
    jsonLd,
    noindex: true,
  });
});
