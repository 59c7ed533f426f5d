import { sendCartForm } from './cart';

test('forms that are sent at once change one cart, each what the one before left', async () => {
  let cookie = 'A.B.C';
  window.fetch = async (_url, init) => {
    const sent = cookie.split('.');
    const gone = new URLSearchParams(init?.body as URLSearchParams).get('sku');
    await new Promise((resolve) => setTimeout(resolve));
    cookie = sent.filter((sku) => sku !== gone).join('.');
    return { ok: true, json: async () => ({ items: cookie.split('.') }) } as Response;
  };
  const formOf = (sku: string) => {
    const form = document.createElement('form');
    form.innerHTML = `<input name="sku" value="${sku}">`;
    return form;
  };
  expect(await Promise.all(['A', 'B'].map((sku) => sendCartForm(formOf(sku))))).toEqual([
    { items: ['B', 'C'] },
    { items: ['C'] },
  ]);
});
