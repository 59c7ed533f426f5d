import { act } from '@testing-library/react';
import { testConfig } from '@wholepage/remote-kit/testing';
import { DocumentHead } from './document-head';

let head: DocumentHead;

beforeEach(() => {
  document.head.replaceChildren();
  document.title = 'Contact';
  head = new DocumentHead(testConfig);
});

it('is written when its page is painted, and once', () => {
  head.keep({ title: 'Journal', description: 'Of cloth.' });
  expect(document.title).toBe('Contact');
  head.write();
  expect(document.title).toBe('Journal');
  document.title = 'Found by a test';
  head.write();
  expect(document.title).toBe('Found by a test');
});

it('is written again when the same page sets another head', () => {
  for (const title of ['Journal', 'Journal, page 2']) {
    head.keep({ title });
    head.write();
    expect(document.title).toBe(title);
  }
});

it('has its other elements when what writes them is there, those of the page that spoke last', async () => {
  for (const title of ['Journal', 'Journal, page 2']) {
    head.keep({ title, description: `${title}.` });
    head.write();
  }
  expect(document.head.querySelector('meta')).toBeNull();
  await act(() => import('./apply-head'));
  expect(
    [...document.head.querySelectorAll('meta[name="description"]')].map((meta) => meta.getAttribute('content')),
  ).toEqual(['Journal, page 2.']);
});
