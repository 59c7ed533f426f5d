import { waitFor } from '@testing-library/dom';
import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { followPath } from './follow-path';
import { HEADER_ID } from './layout';

const placed: (string | null)[] = [];
customElements.define(
  FRAGMENT_ELEMENT,
  class extends HTMLElement {
    connectedCallback() {
      placed.push(this.getAttribute(FRAGMENT_ATTRIBUTES.props));
    }
  },
);

test('a header that a layout came without knows its page when it is placed: it is fetched once', async () => {
  document.body.innerHTML = `<div id="${HEADER_ID}"></div>`;
  followPath(() => 'explore');
  history.replaceState(null, '', '/stores');
  window.dispatchEvent(new Event('popstate'));
  await waitFor(() => expect(placed).toHaveLength(1));
  expect(placed).toEqual(['{"current":"stores"}']);
});
